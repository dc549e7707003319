import { browser } from 'wxt/browser'

/** The version of this extension, "0.2.0" for instance. */
export function extensionVersion(): string {
  return browser.runtime.getManifest().version
}
