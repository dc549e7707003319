import { browser } from 'wxt/browser'

/**
 * Whether the extension may talk to the daemon at `address`, an origin on localhost. Chrome gives
 * the shipped port with the installation, unless the user takes it back; Firefox and other ports
 * ask first.
 */
export async function hasAccess(address: string): Promise<boolean> {
  return browser.permissions.contains(accessTo(address))
}

/**
 * Has the browser ask for that access, unless it is given already, and resolves to whether it is.
 * Browsers ask only while a click is handled: call it before anything is awaited.
 */
export async function requestAccess(address: string): Promise<boolean> {
  return browser.permissions.request(accessTo(address))
}

/** Hears that some access was given or taken back, until the returned function is called. */
export function watchAccess(hear: () => void): () => void {
  const take = () => hear()
  browser.permissions.onAdded.addListener(take)
  browser.permissions.onRemoved.addListener(take)
  return () => {
    browser.permissions.onAdded.removeListener(take)
    browser.permissions.onRemoved.removeListener(take)
  }
}

function accessTo(address: string) {
  // patterns of Firefox take no port
  const origin = import.meta.env.FIREFOX ? 'http://localhost' : address
  return { origins: [`${origin}/*`] }
}
