import { type Browser, browser } from 'wxt/browser'

/** A permission under the name that manifests have for it. */
export type Permission = Browser.runtime.ManifestPermission

/** What the browser allows the extension at present. */
export interface Allowed {
  readonly permissions: readonly string[]
  /** Patterns of addresses. */
  readonly origins: readonly string[]
}

/**
 * Whether the extension may talk to the daemon at `address`, an origin on localhost. Chrome gives
 * the shipped port with the installation, unless the user takes it back; Firefox and other ports
 * ask first.
 */
export async function hasAccess(address: string): Promise<boolean> {
  return browser.permissions.contains(accessTo(address))
}

/** Has the browser ask for that access; as `requestPermissions`. */
export async function requestAccess(address: string): Promise<boolean> {
  return request(accessTo(address))
}

/** Whether all of `permissions` are given. */
export async function hasPermissions(permissions: readonly Permission[]): Promise<boolean> {
  return browser.permissions.contains({ permissions: [...permissions] })
}

/**
 * Has the browser ask for what is not given already, and resolves to whether all of it is. Browsers
 * ask only while a click is handled: call it before anything is awaited.
 */
export async function requestPermissions(permissions: readonly Permission[]): Promise<boolean> {
  return request({ permissions: [...permissions] })
}

/** Gives permissions back, and resolves to whether the browser has taken them. */
export async function removePermissions(permissions: readonly Permission[]): Promise<boolean> {
  return browser.permissions.remove({ permissions: [...permissions] }).catch(() => false)
}

/** Everything that is given, by the installation and since. */
export async function readAllowed(): Promise<Allowed> {
  const { permissions = [], origins = [] } = await browser.permissions.getAll()
  return { permissions, origins }
}

/** As `readAllowed`, after each change, until the returned function is called. */
export function followAllowed(hear: (allowed: Allowed) => void): () => void {
  return watchAllowed(() => void readAllowed().then(hear))
}

/** Hears that something was allowed or taken back, until the returned function is called. */
export function watchAllowed(hear: () => void): () => void {
  browser.permissions.onAdded.addListener(hear)
  browser.permissions.onRemoved.addListener(hear)
  return () => {
    browser.permissions.onAdded.removeListener(hear)
    browser.permissions.onRemoved.removeListener(hear)
  }
}

function accessTo(address: string) {
  // patterns of Firefox take no port
  const origin = import.meta.env.FIREFOX ? 'http://localhost' : address
  return { origins: [`${origin}/*`] }
}

/** A browser that refuses to ask has given nothing. */
async function request(wanted: Browser.permissions.Permissions): Promise<boolean> {
  return browser.permissions.request(wanted).catch(() => false)
}
