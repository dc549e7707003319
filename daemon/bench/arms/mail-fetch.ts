import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { ImapFlow } from 'imapflow'

/**
 * The bare fetch of a mailbox in a process of its own, which is as cold as a daemon that has just
 * started: connects, says "ready", and on a line of its input reads all mails at once and says how
 * many milliseconds that took and how many bytes came.
 */
const [, , port, user = '', pass = ''] = process.argv
const client = new ImapFlow({
  host: '127.0.0.1',
  port: Number(port),
  secure: false,
  doSTARTTLS: false,
  auth: { user, pass },
  logger: false,
})
await client.connect()
process.stdout.write('ready\n')
await once(createInterface({ input: process.stdin }), 'line')

const start = performance.now()
await client.mailboxOpen('INBOX')
const query = {
  uid: true,
  internalDate: true,
  size: true,
  source: { start: 0, maxLength: 65_536 },
}
let bytes = 0
for await (const { source } of client.fetch('1:*', query)) bytes += source?.length ?? 0
process.stdout.write(`${performance.now() - start} ${bytes}\n`)
await client.logout()
process.exit()
