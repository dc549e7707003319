/** How an image address of a reply is treated. */
export type ImageKind = 'own' | 'remote' | 'text'

const calls = /^\/+(api|socket\.io|mcp)(\/|$)/i

/**
 * Tells an image of our own origin from a remote one and from one that must only show its
 * alternative text: blocked or unusual schemes, and addresses that would call the daemon.
 */
export function classifyImage(address: string, origin: string): ImageKind {
  if (address === '' || !URL.canParse(address, origin)) return 'text'
  const url = new URL(address, origin)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'text'
  if (url.origin !== new URL(origin).origin) return 'remote'
  return callsTheDaemon(url.pathname) ? 'text' : 'own'
}

function callsTheDaemon(path: string): boolean {
  try {
    return calls.test(decodeURIComponent(path))
  } catch {
    // What cannot be decoded here may still be decoded there.
    return true
  }
}
