import type { Clock } from '../src/platform/clock.ts'

/** A clock that moves only when it is told to. */
export interface ManualClock extends Clock {
  /** Lets so many milliseconds pass and runs what falls due, in order. */
  pass(milliseconds: number): void
}

interface Timer {
  readonly due: number
  readonly run: () => void
}

export function manualClock(): ManualClock {
  let now = 1_000_000
  const timers = new Set<Timer>()

  function next(until: number): Timer | undefined {
    return [...timers].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0]
  }

  return {
    now: () => now,
    after(milliseconds, run) {
      const timer = { due: now + milliseconds, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    pass(milliseconds) {
      const until = now + milliseconds
      for (let timer = next(until); timer; timer = next(until)) {
        timers.delete(timer)
        now = timer.due
        timer.run()
      }
      now = until
    },
  }
}
