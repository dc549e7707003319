/** The extension as shipped; its key in the manifest fixes this id. */
export const EXTENSION_ID = 'enhbkiagahpdmjoeeijiiaedgnalhiim'

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const
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
  let current = listFor(settings, settings.port())

  function fresh() {
    const port = settings.port()
    if (port !== current.port) current = listFor(settings, port)
    return current
  }

  return { hosts: () => fresh().hosts, origins: () => fresh().origins }
}

function listFor(settings: OriginSettings, port: number) {
  const hosts = LOOPBACK_NAMES.map((name) => withPort(name, port))
  hosts.push(...(settings.allowedHosts ?? []).map((host) => host.toLowerCase()))
  const vite = settings.dev ? LOOPBACK_NAMES.map((name) => `http://${name}:${VITE_PORT}`) : []
  const origins = [
    ...hosts.map((host) => `http://${host}`),
    ...(settings.clientUrl ? [new URL(settings.clientUrl).origin] : []),
    `chrome-extension://${EXTENSION_ID}`,
    ...(settings.allowedOrigins ?? []),
    ...vite,
  ]
  return { port, hosts: new Set(hosts), origins: new Set(origins) }
}

/** Browsers leave the default port out of both headers. */
function withPort(name: string, port: number): string {
  return port === 80 ? name : `${name}:${port}`
}

/**
 * `call` is what scripts ask for (`/api`, `/socket.io`); `navigation` is what a link may open from
 * anywhere: pages, their files, the API docs and the calendar callback.
 */
export type RequestKind = 'call' | 'navigation'

/** The head of a request as it came over the wire. */
export interface RequestHead {
  readonly method: string
  /** The request target as sent (`IncomingMessage.url`), never a URL built from the Host header. */
  readonly url: string
  /** Names and values in turn, as sent (`IncomingMessage.rawHeaders`). */
  readonly rawHeaders: readonly string[]
  readonly kind: RequestKind
}

export type Verdict =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly code: 'HOST' | 'ORIGIN' | 'VALIDATION' | 'TOO_LARGE'
      readonly message: string
    }

/** Says whether a request may come in at all. */
export type CheckRequest = (head: RequestHead) => Verdict

/** Longest request target, in characters. */
const TARGET_MAX = 8 * 1024

const SAFE_METHODS = new Set(['GET', 'HEAD'])
const passed: Verdict = { ok: true }

/**
 * The check of every HTTP request, socket handshake and upgrade: Host (against DNS rebinding), then
 * the path, then Origin and Sec-Fetch (against other sites and other local ports).
 */
export function createRequestCheck(list: OriginList): CheckRequest {
  return (head) => {
    const headers = collect(head.rawHeaders)
    if (!isOwnHost(headers.get('host'), list)) return refuse('HOST', 'Forbidden')
    if (head.url.length > TARGET_MAX) {
      return refuse('TOO_LARGE', 'The address is longer than 8 KiB.')
    }
    if (!isPlainTarget(head.url)) return refuse('VALIDATION', 'The address is malformed.')
    if (!isTrustedSender(head, headers, list)) return refuse('ORIGIN', 'Forbidden')
    return passed
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

/** Only origin-form targets (RFC 9112, section 3.2.1) whose path means one thing to every reader. */
function isPlainTarget(url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  if (!path.startsWith('/') || path.includes('//') || path.includes('\\')) return false
  if (/%(?:2f|5c|00)/i.test(path)) return false
  try {
    return !decodeURIComponent(path).split('/').some(isDotSegment)
  } catch {
    return false
  }
}

function isDotSegment(segment: string): boolean {
  return segment === '.' || segment === '..'
}

function isTrustedSender({ method, kind }: RequestHead, headers: Headers, list: OriginList) {
  const origin = only(headers, 'origin')
  if (origin !== undefined) return list.origins().has(origin)
  const site = only(headers, 'sec-fetch-site')
  if (!SAFE_METHODS.has(method)) return site === 'same-origin' || !comesFromBrowser(headers)
  if (site === undefined || site === 'same-origin' || site === 'none') return true
  return kind === 'navigation' && only(headers, 'sec-fetch-mode') === 'navigate'
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

function refuse(code: 'HOST' | 'ORIGIN' | 'VALIDATION' | 'TOO_LARGE', message: string): Verdict {
  return { ok: false, code, message }
}
