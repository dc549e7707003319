import type { IncomingMessage } from 'node:http'

/** The extension as shipped; its key in the manifest fixes this id. */
export const EXTENSION_ID = 'enhbkiagahpdmjoeeijiiaedgnalhiim'

/** Whether a page belongs to a browser extension. */
export function isExtension(origin: string): boolean {
  return /^(?:chrome|moz)-extension:\/\//.test(origin)
}

/** How this computer calls itself in a `Host` header. */
export const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const
const VITE_PORT = 5173

/** Whom the daemon answers: exact strings, no patterns. The same list serves HTTP and the socket. */
export interface OriginList {
  /** `Host` values under which the daemon is addressed, such as `localhost:4000`. */
  hosts(): ReadonlySet<string>
  /** `Origin` values that may call it, such as `http://localhost:3000`. */
  origins(): ReadonlySet<string>
}

export interface OriginSettings {
  /** The daemon's own port; asked at each request, because port 0 is known only after listening. */
  readonly port: () => number
  readonly clientUrl?: string | undefined
  /** Origins that are trusted besides the daemon's own and the client's. */
  readonly allowedOrigins?: readonly string[]
  /** Further `Host` values, with their port where it is not 80. */
  readonly allowedHosts?: readonly string[]
  /** Trusts the development server of Vite too. */
  readonly dev?: boolean
}

/** The list of this daemon (wire contract, section 1). */
export function createOriginList(settings: OriginSettings): OriginList {
  const { port, clientUrl, allowedOrigins = [], allowedHosts = [], dev } = settings
  const others = [
    ...(clientUrl ? [new URL(clientUrl).origin] : []),
    `chrome-extension://${EXTENSION_ID}`,
    ...allowedOrigins,
    ...(dev ? LOOPBACK_NAMES.map((name) => `http://${name}:${VITE_PORT}`) : []),
  ]
  const named = allowedHosts.map((host) => host.toLowerCase())
  // browsers leave the default port out of both headers
  const own = () => LOOPBACK_NAMES.map((name) => (port() === 80 ? name : `${name}:${port()}`))
  const hosts = () => new Set([...own(), ...named])
  return {
    hosts,
    origins: () => new Set([...[...hosts()].map((host) => `http://${host}`), ...others]),
  }
}

/** The head of a request as it came over the wire, never a URL built from the Host header. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>

/** Why a request may not come in. */
export interface Refusal {
  readonly code: 'HOST' | 'ORIGIN' | 'VALIDATION' | 'TOO_LARGE'
  readonly message: string
}

/** Says whether a request may come in at all; undefined where it may. */
export type CheckRequest = (head: RequestHead) => Refusal | undefined

/** Longest request target, in characters. */
const TARGET_MAX = 8 * 1024

const SAFE_METHODS = new Set(['GET', 'HEAD'])

/**
 * The check of every HTTP request, socket handshake and upgrade: Host (against DNS rebinding), then
 * the path, then Origin and Sec-Fetch (against other sites and other local ports).
 */
export function createRequestCheck(list: OriginList): CheckRequest {
  return ({ method = '', url = '', rawHeaders }) => {
    const headers = collect(rawHeaders)
    if (!isOwnHost(headers.get('host'), list)) return { code: 'HOST', message: 'Forbidden' }
    if (url.length > TARGET_MAX)
      return { code: 'TOO_LARGE', message: 'The address is longer than 8 KiB.' }
    const path = plainPath(url)
    if (path === undefined) return { code: 'VALIDATION', message: 'The address is malformed.' }
    const isTrusted = isTrustedSender(method, path, headers, list)
    return isTrusted ? undefined : { code: 'ORIGIN', message: 'Forbidden' }
  }
}

type Headers = ReadonlyMap<string, readonly string[]>

function collect(rawHeaders: readonly string[]): Headers {
  const headers = new Map<string, string[]>()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    const value = rawHeaders[at + 1] ?? ''
    const known = headers.get(name)
    if (known) known.push(value)
    else headers.set(name, [value])
  }
  return headers
}

function isOwnHost(sent: readonly string[] | undefined, list: OriginList): boolean {
  const [host] = sent ?? []
  if (host === undefined || sent?.length !== 1) return false
  // a name with its root dot is the same name (RFC 1034, section 3.1)
  return list.hosts().has(host.toLowerCase().replace(/^([^:]+)\.(?=:|$)/, '$1'))
}

/**
 * The decoded path of an origin-form target (RFC 9112, section 3.2.1); undefined where it does not
 * mean one thing to every reader.
 */
function plainPath(url: string): string | undefined {
  const sent = url.split('?', 1)[0] ?? ''
  if (!sent.startsWith('/') || /\/\/|\\|%(?:2f|5c|00)/i.test(sent)) return undefined
  try {
    const path = decodeURIComponent(sent)
    return /\/\.\.?(?:\/|$)/.test(path) ? undefined : path
  } catch {
    return undefined
  }
}

function isTrustedSender(method: string, path: string, headers: Headers, list: OriginList) {
  const origin = only(headers, 'origin')
  if (origin !== undefined) return list.origins().has(origin)
  const site = only(headers, 'sec-fetch-site')
  if (!SAFE_METHODS.has(method)) return site === 'same-origin' || !comesFromBrowser(headers)
  if (site === undefined || site === 'same-origin' || site === 'none') return true
  return kindOf(path) === 'navigation' && only(headers, 'sec-fetch-mode') === 'navigate'
}

/** What a link may open: the file of an event and the text of a mail even from another port. */
const linked =
  /^\/api\/((docs|calendar\/callback)(\/.*)?|calendar\/events\/[^/]+\/[^/]+\/ics|gmail\/emails\/[^/]+\/[^/]+\/text)$/s
const called = /^\/(api|socket\.io|mcp)(\/|$)/

/**
 * `call` is a decoded path that only scripts ask for; `navigation` is what a link may open from
 * anywhere: pages, their files, the API docs and the calendar callback.
 */
export function kindOf(path: string): 'call' | 'navigation' {
  return called.test(path) && !linked.test(path) ? 'call' : 'navigation'
}

/** The value of a header; a doubled one becomes a value that equals no expected one. */
function only(headers: Headers, name: string): string | undefined {
  return headers.get(name)?.join(', ')
}

/** Browsers send all of these headers or none; Node's own `fetch` sends the mode alone. */
function comesFromBrowser(headers: Headers): boolean {
  return [...headers.keys()].some(
    (name) => name.startsWith('sec-fetch-') && name !== 'sec-fetch-mode',
  )
}
