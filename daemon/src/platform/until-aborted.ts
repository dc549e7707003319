/** Waits for shared work, but no longer than this caller wants it: then rejects with the reason. */
export async function untilAborted<Value>(
  start: () => Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    start()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

/**
 * Waits no longer than `limitMs` either; the work gets a signal that ends with the waiting. `what`
 * is the work in words, for the failure.
 */
export async function inTime<Value>(
  what: string,
  limitMs: number,
  start: (signal: AbortSignal) => Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const limit = new AbortController()
  const late = new Error(`${what} took longer than ${limitMs / 1000} s.`)
  const timer = setTimeout(() => limit.abort(late), limitMs)
  const either = AbortSignal.any([signal, limit.signal])
  try {
    return await untilAborted(() => start(either), either)
  } finally {
    clearTimeout(timer)
    // a signal made of others is kept in memory as long as somebody waits for it
    limit.abort()
  }
}
