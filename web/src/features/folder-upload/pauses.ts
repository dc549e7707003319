/** How long the page may be kept from its own work, in milliseconds. */
const SLICE = 10

/**
 * To be called between small steps: lets the page go on where a slice of time is used up, after
 * `before`, and throws the reason of an abort.
 */
export type Pause = (before?: () => void) => Promise<void>

/** Pauses for one piece of work. */
export function createPauses(signal: AbortSignal): Pause {
  let began = performance.now()

  return async (before) => {
    signal.throwIfAborted()
    if (performance.now() - began < SLICE) return
    before?.()
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    began = performance.now()
  }
}
