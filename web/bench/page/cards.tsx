import type { AssistantClient } from '@shortlist/client/assistant-client'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import {
  aMailEvent,
  aMailStatus,
  anAnalysis,
  anAnalyzedEmail,
} from '@shortlist/client/testing/mail-samples'
import type { Email, MailStatus } from '@shortlist/contracts/mail'
import { ClientContext } from '@shortlist/ui/client-provider.tsx'
import type { CardSetting } from '@shortlist/ui/mail/card/card-setting'
import { EmailList } from '@shortlist/ui/mail/list/email-list.tsx'
import type { MailPages } from '@shortlist/ui/mail/list/mail-list.tsx'
import { noFilter } from '@shortlist/ui/mail/list/use-email-filter'
import { reduceMailStatus, showMailChange } from '@shortlist/ui/mail/mail-status'
import { UndoProvider } from '@shortlist/ui/shell/undo.tsx'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { PlainCards } from '../arms/plain-cards.tsx'
import { nextFrame } from './frames.ts'
import type { ListName } from './page-bench.ts'

/** In so many frames a windowed list has measured its first cards. */
const settleFrames = 6

const nobody = async () => {}
const setting: CardSetting = {
  provider: 'Gmail',
  composeUrl: 'https://mail.example/compose',
  canSaveDrafts: true,
  actions: {
    correct: nobody,
    retry: nobody,
    saveDraft: nobody,
    addEvent: nobody,
    undoEvent: nobody,
    icsUrl: String,
  },
}

let host: HTMLElement | null = null
let root: Root | null = null
let list: ListName = 'nothing'
let status: MailStatus = aMailStatus()
/** What the cards ask, and what they have been told. */
let mailbox: Mailbox | undefined
let cache = new QueryClient()

/** The daemon in memory and the first page of its mails, as a list knows them at first. */
interface Mailbox {
  readonly client: AssistantClient
  readonly list: MailPages
}

const mailboxes = new Map<number, Mailbox>()

export async function prepareCards(count: number): Promise<void> {
  const { client } = createFakeClient({ mail: aMailStatus({ emails: emailsOf(count) }) })
  const page = await client.mail.rows({ view: 'everything', limit: 50 })
  const rows = new Map(page.rows.map((row, at) => [at, row] as const))
  mailboxes.set(count, { client, list: { ...page, rows } })
}

export async function mountCards(name: ListName, count: number): Promise<number> {
  list = name
  // cards scroll with the page, which replies would fill
  for (const log of document.querySelectorAll<HTMLElement>('main')) log.style.display = 'none'
  host = document.body.appendChild(document.createElement('section'))
  root = createRoot(host)
  status = aMailStatus({ emails: emailsOf(count) })
  mailbox = mailboxes.get(count)
  cache = new QueryClient()
  show()
  for (let frame = 0; frame < settleFrames; frame++) await nextFrame()
  return host.querySelectorAll('*').length
}

export async function analyzeFirst(times: number): Promise<void> {
  const [email] = status.emails
  if (!email) throw new Error('there is no email to analyse')
  for (let count = 1; count <= times; count++) {
    const event = {
      emailId: email.id,
      analysis: anAnalysis({ summary: `They wrote ${count} times.` }),
      analyzedCount: count,
      totalToAnalyze: times,
    }
    const change = { name: 'email-analyzed', event } as const
    if (list === 'ours') showMailChange(cache, change)
    else status = reduceMailStatus(status, change)
    show()
    await nextFrame()
  }
}

export async function unmountCards(): Promise<void> {
  root?.unmount()
  host?.remove()
  for (const log of document.querySelectorAll<HTMLElement>('main')) log.style.display = ''
  await nextFrame()
}

function show(): void {
  if (list === 'nothing' || !mailbox) return
  const cards =
    list === 'ours' ? oursOf(mailbox) : <PlainCards emails={status.emails} setting={setting} />
  flushSync(() => root?.render(cards))
}

function oursOf({ client, list: pages }: Mailbox): ReactNode {
  return (
    <QueryClientProvider client={cache}>
      <ClientContext value={client}>
        <UndoProvider userId="ada">
          <EmailList
            list={pages}
            filter={noFilter}
            change={ignore}
            setting={setting}
            analyzingId={null}
            hasSingleKeys={false}
            everything={pages.total}
            onSee={ignore}
          />
        </UndoProvider>
      </ClientContext>
    </QueryClientProvider>
  )
}

const ignore = () => {}

const made = new Map<number, Email[]>()

/** The same emails for the same count, so that no mount pays for making them. */
function emailsOf(count: number): Email[] {
  const known = made.get(count)
  if (known) return known
  const emails = Array.from({ length: count }, (_, at) =>
    anAnalyzedEmail({
      id: `mail-${at}`,
      subject: `Mail ${at}`,
      events: at % 3 === 0 ? [aMailEvent({ id: `event${at}` })] : [],
    }),
  )
  made.set(count, emails)
  return emails
}
