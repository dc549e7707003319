/** What time it is and what happens later, as an argument, so that a test decides both. */
export interface Clock {
  /** Milliseconds; only differences matter. */
  now(): number
  /** Runs once after so many milliseconds, unless the returned function is called before. */
  after(milliseconds: number, run: () => void): () => void
}

/** Real time. Its timers do not keep the process alive. */
export const realClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
