import { ImapFlow } from 'imapflow'
import PostalMime from 'postal-mime'

interface Server {
  readonly port: number
  readonly user: string
  readonly password: string
  /** How many of the newest mails are read. */
  readonly mails: number
}

/** One mail after the other: a fetch of its source, a parse, a call of the model. */
export async function sequentialSync(server: Server, modelUrl: string): Promise<void> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: server.port,
    secure: false,
    doSTARTTLS: false,
    auth: { user: server.user, pass: server.password },
    logger: false,
  })
  await client.connect()
  const { exists } = await client.mailboxOpen('INBOX')
  for (let at = exists; at > exists - server.mails; at--) {
    const row = await client.fetchOne(String(at), { source: true })
    if (row === false || !row?.source) throw new Error('a mail is missing')
    const { subject } = await PostalMime.parse(row.source)
    const answer = await fetch(`${modelUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content: subject }] }),
    })
    await answer.json()
  }
  await client.logout()
}
