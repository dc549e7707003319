import { type Dovecot, deliver, startDovecot } from './dovecot.ts'
import { freshMailbox } from './fresh-mailbox.ts'
import { plainMail } from './plain-mail.ts'

export interface FullMailbox {
  readonly dovecot: Dovecot
  readonly user: string
  /** With these settings a daemon reads it. */
  readonly env: Readonly<Record<string, string>>
}

/** A mail server with one mailbox of so many mails, a minute apart. */
export async function startFullMailbox(mails: number): Promise<FullMailbox> {
  const mailbox = freshMailbox()
  const dovecot = await startDovecot({ [mailbox.user]: mailbox.password })
  for (let number = 1; number <= mails; number++) {
    const date = new Date(Date.UTC(2026, 8, 1) + number * 60_000)
    deliver(dovecot.maildir(mailbox.user), plainMail({ number, date }), date, dovecot.owner)
  }
  return { dovecot, user: mailbox.user, env: await mailbox.settings(dovecot, dovecot.tlsPort) }
}

/** What counts here of a page of mails. */
interface MarkedPage {
  readonly rows: readonly {
    readonly id: string
    readonly mark: string
    readonly until: string | null
  }[]
  readonly total: number
}

/** Every mail with its mark, page after page: "id mark until". */
export async function markedMails(page: (from: number) => Promise<MarkedPage>): Promise<string[]> {
  const all: string[] = []
  for (let from = 0; ; from += 50) {
    const { rows, total } = await page(from)
    all.push(...rows.map(({ id, mark, until }) => `${id} ${mark} ${until}`))
    if (all.length >= total) return all
  }
}
