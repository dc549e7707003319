import { browser } from 'wxt/browser'

/** The oldest daemon that takes all that this panel sends. */
const needed = { major: 0, minor: 2 }

/** The same as a sentence names it. */
const NEEDED_VERSION = `${needed.major}.${needed.minor}`

/** Whether a daemon that says this version of itself can be used; what is no version cannot. */
export function isNewEnough(version: string): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(version) ?? []
  if (major === undefined) return false
  const ahead = Number(major) - needed.major
  return ahead > 0 || (ahead === 0 && Number(minor) >= needed.minor)
}

/** A version as a sentence names it: without what stands after the second number. */
export function shortVersion(version: string): string {
  return /^\d+\.\d+/.exec(version)?.[0] ?? version
}

/** What panel and options say of who answers in the place of a daemon that fits. */
export const daemonProblems = {
  foreign: (address: string) => `Something else answers on port ${new URL(address).port || '80'}`,
  old: (version: string) =>
    `Update the daemon (needs ${NEEDED_VERSION}, found ${shortVersion(version)})`,
} as const

/** The version of this extension, "0.2.0" for instance. */
export function extensionVersion(): string {
  return browser.runtime.getManifest().version
}
