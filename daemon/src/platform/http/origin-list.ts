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
  readonly extensionIds?: readonly string[]
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
  const extensions = settings.extensionIds ?? [EXTENSION_ID]
  const vite = settings.dev ? LOOPBACK_NAMES.map((name) => `http://${name}:${VITE_PORT}`) : []
  const origins = [
    ...hosts.map((host) => `http://${host}`),
    ...(settings.clientUrl ? [new URL(settings.clientUrl).origin] : []),
    ...extensions.map((id) => `chrome-extension://${id}`),
    ...(settings.allowedOrigins ?? []),
    ...vite,
  ]
  return { port, hosts: new Set(hosts), origins: new Set(origins) }
}

/** Browsers leave the default port out of both headers. */
function withPort(name: string, port: number): string {
  return port === 80 ? name : `${name}:${port}`
}
