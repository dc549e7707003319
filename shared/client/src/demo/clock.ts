/** The time that the demo lives in. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Does something once after so many milliseconds, unless the returned function is called. */
  after(delay: number, act: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delay, act) {
    const timer = setTimeout(act, delay)
    return () => clearTimeout(timer)
  },
}

/** A clock whose plans can all be given up. */
export interface Plans extends Clock {
  /** Cancels everything; what is planned later is not done either. */
  giveUp(): void
  /** Resolves after so many milliseconds. */
  wait(delay: number): Promise<void>
}

/** Keeps what is planned by `clock`, so that nothing happens any more once it is given up. */
export function keepPlans(clock: Clock): Plans {
  const cancels = new Set<() => void>()
  let isOver = false

  function after(delay: number, act: () => void): () => void {
    if (isOver) return () => {}
    const cancel = clock.after(delay, () => {
      cancels.delete(cancel)
      act()
    })
    cancels.add(cancel)
    return () => {
      cancels.delete(cancel)
      cancel()
    }
  }

  return {
    now: () => clock.now(),
    after,
    wait: (delay) => new Promise((resolve) => after(delay, resolve)),
    giveUp() {
      isOver = true
      for (const cancel of cancels) cancel()
      cancels.clear()
    },
  }
}
