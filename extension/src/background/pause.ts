/** Resolves after so many milliseconds; an abort, also one of before, rejects with its reason. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  const end = () => reject(signal.reason)
  signal.addEventListener('abort', end)
  await promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  })
}
