import type { Config } from '../env.ts'

/** Which mailbox is read, in a few words; how it is doing the screen says. */
export function describeMail(config: Config, sample: boolean): string {
  if (config.MAILBOX_FILE !== undefined) return config.MAILBOX_FILE
  if (config.IMAP_USER !== undefined && config.IMAP_APP_PASSWORD !== undefined) {
    return config.IMAP_USER
  }
  if (sample) return 'sample mail'
  return 'not set up (add IMAP_USER and IMAP_APP_PASSWORD to .env, or start with --sample)'
}
