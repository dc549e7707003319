/** The oldest daemon that takes all that this panel sends. */
const needed = { major: 0, minor: 2 }

/** The same as a sentence names it. */
export const NEEDED_VERSION = `${needed.major}.${needed.minor}`

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
