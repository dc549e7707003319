/** Work that outlives its request: it is counted, its failures are logged, and its end can be awaited. */
export interface Background {
  /** Starts the work; a rejection is logged, never thrown. */
  run(work: () => Promise<void>): void
  /** Resolves once nothing runs any more, including work that was started meanwhile. */
  idle(): Promise<void>
}

export function createBackground(logFailure: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>()

  return {
    run(work) {
      const job: Promise<void> = work()
        .catch(logFailure)
        .finally(() => running.delete(job))
      running.add(job)
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
