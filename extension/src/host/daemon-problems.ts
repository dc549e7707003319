import { NEEDED_VERSION, shortVersion } from './needed-version.ts'

/** What panel and options say of who answers in the place of a daemon that fits. */
export const daemonProblems = {
  foreign: (address: string) => `Something else answers on port ${new URL(address).port || '80'}`,
  old: (version: string) =>
    `Update the daemon (needs ${NEEDED_VERSION}, found ${shortVersion(version)})`,
} as const
