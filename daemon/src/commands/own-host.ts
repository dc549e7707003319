const REACHED_AS_LOCALHOST = new Set(['127.0.0.1', '::1', '0.0.0.0', '::', '::0', '0'])

/** The host under which a browser of this computer finds a daemon that listens on `HOST`. */
export function ownHost(address: string | undefined): string {
  if (address === undefined || REACHED_AS_LOCALHOST.has(address)) return 'localhost'
  return address.includes(':') ? `[${address}]` : address
}
