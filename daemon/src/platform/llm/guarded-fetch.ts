/** Asks one server only: another address is refused, and so is a redirect to one. */
export function guardedFetch(baseUrl: string): typeof fetch {
  const { origin } = new URL(baseUrl)
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== origin) throw new TypeError('a model engine asks only its own server')
    return fetch(input, { ...init, redirect: 'error' })
  }
}
