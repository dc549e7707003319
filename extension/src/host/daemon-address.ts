import { DEFAULT_PORT } from '@shortlist/contracts/limits'
import { browser } from 'wxt/browser'
import { requestAccess } from './permissions.ts'

const KEY = 'daemonAddress'

/** Where the daemon listens unless the user has said otherwise; an origin, without a slash. */
export const DEFAULT_ADDRESS = `http://localhost:${DEFAULT_PORT}`

/** The address of the daemon that this extension talks to. */
export async function readDaemonAddress(): Promise<string> {
  const { [KEY]: stored } = await browser.storage.local.get(KEY)
  return addressFrom(stored)
}

/** Keeps another address, as `parseDaemonAddress` gives it. */
export async function writeDaemonAddress(address: string): Promise<void> {
  await browser.storage.local.set({ [KEY]: address })
}

/** Hears each change of the address, whichever page makes it, until the returned function is called. */
export function watchDaemonAddress(hear: (address: string) => void): () => void {
  const take = (changes: Record<string, { newValue?: unknown }>, area: string) => {
    if (area !== 'local' || !(KEY in changes)) return
    hear(addressFrom(changes[KEY]?.newValue))
  }
  browser.storage.onChanged.addListener(take)
  return () => browser.storage.onChanged.removeListener(take)
}

/** What is missing or damaged is the default. */
function addressFrom(stored: unknown): string {
  return (typeof stored === 'string' ? parseDaemonAddress(stored) : null) ?? DEFAULT_ADDRESS
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * What somebody typed as an address of a daemon on this computer, or null where it is none: a port,
 * a host and port, or a whole URL, of which the path means nothing. It always becomes `localhost`:
 * a cookie belongs to one name, and the web app is opened under that one.
 */
export function parseDaemonAddress(typed: string): string | null {
  const text = typed.trim()
  const full = /^\d+$/.test(text) ? `localhost:${text}` : text
  const address = /^[a-z]+:\/\//i.test(full) ? full : `http://${full}`
  if (!URL.canParse(address)) return null
  const { protocol, hostname, port, username, password } = new URL(address)
  if (protocol !== 'http:' || !loopback.has(hostname)) return null
  if (username || password || port === '0') return null
  return `http://localhost${port === '' ? '' : `:${port}`}`
}

/**
 * Takes what somebody typed as the address of the daemon: has the browser ask for access to it,
 * which needs a click, and keeps it. Nothing is changed where it is no address of this computer or
 * the access is not given; rejects where the browser does not store it.
 */
export async function changeAddress(typed: string) {
  const address = parseDaemonAddress(typed)
  if (address === null) return 'malformed'
  if (!(await requestAccess(address))) return 'denied'
  await writeDaemonAddress(address)
  return 'changed'
}
