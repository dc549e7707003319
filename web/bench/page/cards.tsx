import {
  aMailEvent,
  aMailStatus,
  anAnalysis,
  anAnalyzedEmail,
} from '@shortlist/client/testing/mail-samples'
import type { Email, MailStatus } from '@shortlist/contracts/mail'
import type { CardSetting } from '@shortlist/ui/mail/card/card-setting'
import { EmailList } from '@shortlist/ui/mail/list/email-list.tsx'
import { pageLook } from '@shortlist/ui/mail/list/page-look'
import { reduceMailStatus } from '@shortlist/ui/mail/mail-status'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { PlainCards } from '../arms/plain-cards.tsx'
import { nextFrame } from './frames.ts'
import type { ListName } from './page-bench.ts'

/** In so many frames a windowed list has measured its first cards. */
const settleFrames = 6

const nobody = async () => {}
const setting: CardSetting = {
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

export async function prepareCards(count: number): Promise<void> {
  emailsOf(count)
}

export async function mountCards(name: ListName, count: number): Promise<number> {
  list = name
  // cards scroll with the page, which replies would fill
  for (const log of document.querySelectorAll<HTMLElement>('main')) log.style.display = 'none'
  host = document.body.appendChild(document.createElement('section'))
  root = createRoot(host)
  status = aMailStatus({ emails: emailsOf(count) })
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
    status = reduceMailStatus(status, { name: 'email-analyzed', event })
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
  if (list === 'nothing') return
  const props = { emails: status.emails, setting }
  flushSync(() =>
    root?.render(
      list === 'ours' ? <EmailList {...props} look={pageLook} /> : <PlainCards {...props} />,
    ),
  )
}

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
