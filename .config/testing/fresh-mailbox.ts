import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dovecot } from './dovecot.ts'
import { freshFolder } from './fresh-folder.ts'

/** A user of a mail server, and the settings with which a daemon reads its mail over TLS. */
export function freshMailbox() {
  const user = 'ada@example.test'
  const password = 'abcd efgh ijkl mnop'

  return {
    user,
    password,
    /** `port` stands in front of the server's TLS port. */
    async settings(dovecot: Dovecot, port: number): Promise<Record<string, string>> {
      const ca = join(await freshFolder(), 'ca.pem')
      await writeFile(ca, dovecot.ca)
      return {
        IMAP_HOST: '127.0.0.1',
        IMAP_PORT: String(port),
        IMAP_USER: user,
        IMAP_APP_PASSWORD: password,
        IMAP_CA_FILE: ca,
        USER_TIME_ZONE: 'Europe/Zurich',
      }
    },
  }
}
