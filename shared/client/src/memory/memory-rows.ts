import { Category, type Email, Priority } from '@shortlist/contracts/mail'
import {
  MARKED_AT_ONCE_MAX,
  type MailFilter,
  type MailPage,
  type MailRow,
  MailRowsQuery,
  MailView,
  type MarkReply,
  type MarkRequest,
  type NeedReason,
  type OpenMail,
} from '@shortlist/contracts/mail-rows'
import { CallFailed } from '../call-failed.ts'
import type { MemoryMail } from './memory-mail.ts'

type Mark = Pick<MailRow, 'mark' | 'until'>

interface Act extends Mark {
  readonly id: string
  readonly changeId: string
  isUndone: boolean
}

const open: Mark = { mark: 'open', until: null }
const priorities = ['high', 'medium', 'low', null] as const

/** The mails of a mailbox in memory as rows, and what the user has made of them. */
export class MemoryRows {
  readonly #mail: MemoryMail
  readonly #now: () => number
  readonly #dues: ReadonlyMap<string, string>
  /** What was marked, oldest first. */
  readonly #acts: Act[] = []
  #emails: readonly Email[] = []
  #revision = 0

  constructor(mail: MemoryMail, now: () => number, dues: ReadonlyMap<string, string> = new Map()) {
    this.#mail = mail
    this.#now = now
    this.#dues = dues
  }

  page(asked: Partial<MailRowsQuery>): MailPage {
    const query = MailRowsQuery.parse(asked)
    const fitting = this.#fitting(query)
    if (query.sort === 'priority')
      fitting.sort(
        (one, other) => priorities.indexOf(one.priority) - priorities.indexOf(other.priority),
      )
    const at = fitting.findIndex(({ id }) => id === query.around)
    const from = at === -1 ? query.from : Math.floor(at / query.limit) * query.limit
    return {
      rows: fitting.slice(from, from + query.limit),
      from,
      total: fitting.length,
      counts: this.#counts(query),
      revision: this.#known(),
      next: null,
    }
  }

  /** Throws `CallFailed` 404 for a mail that is not there. */
  open(emailId: string): OpenMail {
    const email = this.#mail.find(emailId)
    const { reason, due, mark, until } = this.#rowOf(email)
    return { ...email, reason, due, mark, until }
  }

  /** Throws `CallFailed` 409 where the list was another one at the revision that is named. */
  mark({ changeId, mark, until: wanted, ids, filter, revision }: MarkRequest): MarkReply {
    const until = wanted ?? null
    if (revision !== undefined && revision !== this.#known())
      throw new CallFailed(409, 'Mails have come meanwhile. Look at the list again.')
    const there = new Set(this.#mail.status.emails.map(({ id }) => id))
    const others = filter ? this.#fitting(filter).filter((row) => row.mark !== mark) : []
    const meant = ids ?? others.slice(0, MARKED_AT_ONCE_MAX).map(({ id }) => id)
    const isKnown = this.#acts.some((act) => act.changeId === changeId)
    const marked = isKnown ? [] : meant.filter((id) => there.has(id))
    this.#acts.push(...marked.map((id) => ({ id, mark, until, changeId, isUndone: false })))
    return this.#changed(marked.length)
  }

  unmark(changeId: string): MarkReply {
    const marked = this.#acts.filter((act) => this.#lastAct(act.id) === act)
    const undone = marked.filter((act) => act.changeId === changeId)
    for (const act of this.#acts) if (act.changeId === changeId) act.isUndone = true
    return this.#changed(undone.length)
  }

  /** What is told when rows differ. */
  get told() {
    return { revision: this.#known(), needsYou: this.#fitting({ view: 'needs-you' }).length }
  }

  /** Undefined where nobody has marked the mail. */
  #lastAct(emailId: string): Act | undefined {
    return this.#acts.findLast(({ id, isUndone }) => id === emailId && !isUndone)
  }

  #known(): number {
    if (this.#emails !== this.#mail.status.emails) this.#revision += 1
    this.#emails = this.#mail.status.emails
    return this.#revision
  }

  #changed(changed: number): MarkReply {
    if (changed > 0) this.#revision += 1
    return { changed, revision: this.#known() }
  }

  #fitting(filter: MailFilter): MailRow[] {
    const { view, priority, category, q = '' } = filter
    const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    return this.#mail.status.emails.flatMap((email) => {
      const row = this.#rowOf(email)
      const said = ` ${row.subject} ${email.from} ${email.summary ?? email.snippet}`.toLowerCase()
      const fits =
        this.#isIn(view, row) &&
        (!priority || row.priority === priority) &&
        (!category || (row.category !== null && category.includes(row.category))) &&
        words.every((word) => said.split(/[^\p{L}\p{N}]+/u).some((each) => each.startsWith(word)))
      return fits ? [row] : []
    })
  }

  #isIn(view: MailView, { mark, until, reason }: MailRow): boolean {
    if (view === 'everything') return true
    if (view === 'needs-you') return reason !== null
    return mark === view && (view === 'done' || this.#isAhead(until))
  }

  #isAhead(until: string | null): boolean {
    return until !== null && Date.parse(until) > this.#now()
  }

  #counts({ view, priority, category, q }: MailFilter): MailPage['counts'] {
    const count = (filter: MailFilter) => this.#fitting({ q, ...filter }).length
    return {
      views: tally(MailView.options, (each) => count({ view: each })),
      priorities: tally([...Priority.options, 'all'], (each) =>
        count({ view, category, priority: each === 'all' ? undefined : each }),
      ),
      categories: tally([...Category.options, 'all'], (each) =>
        count({ view, priority, category: each === 'all' ? undefined : [each] }),
      ),
      pending: this.#fitting({ view, q }).filter((row) => row.priority === null).length,
    }
  }

  #rowOf(email: Email): MailRow {
    const { id, subject, date, priority, category, status, analysis, events } = email
    const { mark, until } = this.#lastAct(id) ?? open
    const [, name = '', address = email.from] = /^(.*?)\s*<([^<>]*)>$/.exec(email.from) ?? []
    const reason = mark === 'done' || this.#isAhead(until) ? null : reasonOf(email, mark)
    return {
      ...{ id, subject, from: { name, address }, date, priority, category, status },
      line: analysis?.actionItems[0] ?? email.summary ?? email.snippet,
      ...{ reason, due: this.#dues.get(id) ?? null, mark, until },
      hasEvent: events.some(({ state }) => state === 'created'),
      hasDraft: email.draftSavedAt !== null,
      isSuspicious: email.warnings.includes('suspicious'),
    }
  }
}

function tally<Name extends string>(names: readonly Name[], count: (name: Name) => number) {
  return Object.fromEntries(names.map((name) => [name, count(name)])) as Record<Name, number>
}

function reasonOf(email: Email, mark: Mark['mark']): NeedReason | null {
  const { analysis, events, category, warnings } = email
  if (mark === 'snoozed') return 'back'
  if (!analysis || category === 'newsletter' || warnings.includes('suspicious')) return null
  if (analysis.hasDeadline) return 'deadline'
  if (events.some(({ state }) => state === 'waiting')) return 'decide'
  return analysis.actionItems.length > 0 ? 'reply' : null
}
