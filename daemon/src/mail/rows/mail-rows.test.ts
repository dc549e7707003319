import type { Finding } from '@shortlist/contracts/mail'
import { MailRowsQuery, type MarkRequest } from '@shortlist/contracts/mail-rows'
import { describe, expect, it } from 'vitest'
import { plainMail } from '../../../../.config/testing/plain-mail.ts'
import { contentsOf } from '../../../test/contents-of.ts'
import { type MailUnderTest, startMail } from '../../../test/mail-under-test.ts'
import { finding, scriptedAnalysis } from '../../../test/scripted-analysis.ts'
import { ScriptedMailbox } from '../../../test/scripted-mailbox.ts'
import type { Asks } from '../ports.ts'
import { markMails, openMail, rowsOf, undoMarks } from './mail-rows.ts'
import { LATER_IN_THREAD } from './view-tables.ts'

async function page(under: MailUnderTest, query: Partial<MailRowsQuery> = {}) {
  return rowsOf(await under.assistant.account('ada'), MailRowsQuery.parse(query))
}

async function subjects(under: MailUnderTest, query?: Partial<MailRowsQuery>) {
  return (await page(under, query)).rows.map(({ subject }) => subject)
}

async function mark(under: MailUnderTest, request: MarkRequest) {
  return markMails(await under.assistant.account('ada'), request)
}

const nothing: Asks = { isReply: false, isChange: false, dues: [] }
const asks: Asks = { ...nothing, isReply: true }

/** Mails of which each says what it is found to be. */
function findings(found: readonly Partial<Finding & { asks: Asks }>[]) {
  const analysis = scriptedAnalysis()
  analysis.answer = async ({ message }) => {
    const number = Number(/\d+$/.exec(message.subject)?.[0])
    const { asks = nothing, ...parts } = found[number - 1] ?? {}
    return { finding: { ...finding, ...parts }, proposals: [], asks }
  }
  return analysis
}

async function filled(...numbers: number[]) {
  const under = await startMail()
  under.deliver(...numbers)
  await under.syncToEnd()
  const { rows } = await page(under)
  const idOf = (at: number) => rows[at]?.id ?? ''
  return { under, idOf }
}

it('shows pages of the mails, newest first, with how many there are', async () => {
  const { under } = await filled(1, 2, 3)
  const first = await page(under, { limit: 2 })
  expect(first).toMatchObject({ from: 0, total: 3, counts: { views: { everything: 3, done: 0 } } })
  const second = await page(under, { limit: 2, from: 2 })
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(
    (await under.emails()).map(({ id }) => id),
  )
  expect(await page(under, { limit: 2, around: second.rows[0]?.id ?? '' })).toEqual(second)
})

describe('a mark', () => {
  it('costs its conversation, however many mails have come since', async () => {
    const { under } = await filled(1)
    const plan = await (await under.assistant.account('ada')).askRows((tables) =>
      tables.all(`explain query plan ${LATER_IN_THREAD}`, 1, 'thread', '2026-01-01'),
    )
    expect(plan.map(({ detail }) => detail)).toEqual([
      'SEARCH mail_views USING INDEX mail_views_by_thread (box=? AND thread=?)',
    ])
  })

  it('moves a mail between the views, and is undone', async () => {
    const { under, idOf } = await filled(1, 2)
    const before = await page(under)
    await mark(under, { changeId: 'a', mark: 'done', ids: [idOf(0)] })
    expect(await page(under, { view: 'done' })).toMatchObject({ total: 1, rows: [{ id: idOf(0) }] })
    await undoMarks(await under.assistant.account('ada'), 'a')
    expect(await page(under)).toEqual({ ...before, revision: expect.any(Number) })
    expect(await subjects(under, { view: 'done' })).toEqual([])
  })

  it('stays where all mails are read anew', async () => {
    const { under, idOf } = await filled(1, 2)
    await mark(under, { changeId: 'a', mark: 'done', ids: [idOf(1)] })
    const again = await under.reopen()
    expect((await page(again, { view: 'done' })).rows.map(({ id }) => id)).toEqual([idOf(1)])
  })

  it('counts once, however often it is asked for, and only mails that there are', async () => {
    const { under, idOf } = await filled(1, 2)
    const act = { changeId: 'a', mark: 'done' as const, ids: [idOf(0), 'no-such-mail'] }
    expect(await mark(under, act)).toMatchObject({ changed: 1 })
    const reply = await mark(under, act)
    expect(reply).toMatchObject({ changed: 0 })
    expect((await page(under)).revision).toBe(reply.revision)
  })

  it('is taken back only where nobody has marked the mail anew', async () => {
    const { under, idOf } = await filled(1, 2)
    await mark(under, { changeId: 'a', mark: 'done', ids: [idOf(0), idOf(1)] })
    await mark(under, { changeId: 'b', mark: 'open', ids: [idOf(0)] })
    await mark(under, { changeId: 'c', mark: 'done', ids: [idOf(0)] })
    const account = await under.assistant.account('ada')
    expect(await undoMarks(account, 'a')).toMatchObject({ changed: 1 })
    expect(await undoMarks(account, 'a')).toMatchObject({ changed: 0 })
    expect(await subjects(under, { view: 'done' })).toEqual(['Your application 2'])
  })

  it('puts on all that fit the list as it was seen, and on no other list', async () => {
    const { under } = await filled(1, 2, 3)
    const { revision } = await page(under)
    under.deliver(4)
    await under.syncToEnd()
    const filter = { view: 'everything' as const, q: 'application' }
    const stale = mark(under, { changeId: 'a', mark: 'done', filter, revision })
    await expect(stale).rejects.toMatchObject({ code: 'STALE_REVISION' })
    const now = (await page(under)).revision
    const reply = await mark(under, { changeId: 'a', mark: 'done', filter, revision: now })
    expect(reply).toMatchObject({ changed: 4 })
  })

  it('outlasts that the mailbox numbers its mails anew', async () => {
    const { under, idOf } = await filled(1, 2)
    await mark(under, { changeId: 'a', mark: 'done', ids: [idOf(1)] })
    under.mailbox.resetUidValidity()
    await under.syncToEnd()
    expect((await page(under, { view: 'done' })).rows.map(({ id }) => id)).toEqual([idOf(1)])
  })

  it('of a mail that was put off ends with its time, and the mail is back on top', async () => {
    const analysis = findings([{ asks }, { asks }])
    const under = await startMail({ analysis })
    under.deliver(1, 2)
    await under.syncToEnd()
    const [, older] = (await page(under)).rows
    const soon = new Date(Date.UTC(2026, 9, 1, 1)).toISOString()
    const id = older?.id ?? ''
    await mark(under, { changeId: 'a', mark: 'snoozed', until: soon, ids: [id] })
    expect(await page(under, { view: 'needs-you' })).toMatchObject({ total: 1, next: soon })
    expect((await page(under, { view: 'snoozed' })).total).toBe(1)

    const later = await under.reopen({ now: () => new Date(soon) })
    expect(await page(later, { view: 'needs-you' })).toMatchObject({
      rows: [{ id, reason: 'back' }, { reason: 'reply' }],
    })
    expect((await page(later, { view: 'snoozed' })).total).toBe(0)
  })

  it('is told to every screen', async () => {
    const { under, idOf } = await filled(1)
    const before = under.told('mail-rows-changed').length
    const { revision } = await mark(under, { changeId: 'a', mark: 'done', ids: [idOf(0)] })
    await under.passUntil(under.assistant.account('ada'))
    under.clock.pass(500)
    await under.letRun()
    expect(under.told('mail-rows-changed').slice(before)).toEqual([
      expect.objectContaining({ payload: { revision, needsYou: 0 } }),
    ])
  })
})

it('brings a mail that was done back when its conversation goes on', async () => {
  const now = () => new Date(Date.UTC(2026, 8, 1, 0, 1, 30))
  const under = await startMail({ now })
  under.deliver(1)
  await under.syncToEnd()
  const [first] = (await page(under)).rows
  await mark(under, { changeId: 'a', mark: 'done', ids: [first?.id ?? ''] })
  const date = new Date(Date.UTC(2026, 9, 2))
  under.deliver({ number: 2, date, subject: 'Re: Your application 1' })
  await under.syncToEnd()
  expect(await page(under, { view: 'done' })).toMatchObject({ total: 0 })
})

it('leaves no word of a mailbox behind that is left', async () => {
  const mailbox = new ScriptedMailbox({ identity: 'sample', kind: 'sample' })
  const openSample = async () => mailbox
  const under = await startMail({ openConfigured: undefined, startsWithSample: true, openSample })
  mailbox.deliver(plainMail({ number: 1, subject: 'Zanzibarquux' }))
  await under.syncToEnd()
  expect(await subjects(under, { q: 'zanzibar' })).toEqual(['Zanzibarquux'])
  const left = await under.reopen()
  const filesWith = async (word: string) => {
    const contents = await contentsOf(under.folder)
    return [...contents].filter(([, text]) => text.toLowerCase().includes(word))
  }
  expect(await filesWith('zanzibarquux')).not.toEqual([])
  await left.assistant.leaveSample('ada')
  await left.close()
  expect(await filesWith('zanzibarquux')).toEqual([])
})

it('opens one mail with its mark and why it needs its reader', async () => {
  const under = await startMail({ analysis: findings([{ asks }]) })
  under.deliver(1)
  await under.syncToEnd()
  const [email] = await under.emails()
  const account = await under.assistant.account('ada')
  const marks = { mark: 'open', until: null, reason: 'reply', due: null }
  expect(await openMail(account, email?.id ?? '')).toEqual({ ...email, ...marks })
  await expect(openMail(account, 'no-such-mail')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

describe('of five mails', () => {
  async function five() {
    const analysis = findings([
      { priority: 'low', category: 'newsletter' },
      {
        priority: 'high',
        category: 'job_interview',
        asks,
        summary: 'Meet Elena Petrová in Zürich.',
      },
      { priority: 'medium', category: 'event' },
      { priority: 'high', category: 'job_rejection', summary: '面接は月曜日です。' },
      { priority: 'low', category: 'job_interview' },
    ])
    const under = await startMail({ analysis })
    under.deliver(1, 2, 3, 4, 5)
    await under.syncToEnd()
    return under
  }
  const numbers = async (under: MailUnderTest, query: Partial<MailRowsQuery>) => {
    return (await subjects(under, query)).map((subject) => Number(subject.split(' ').at(-1)))
  }

  it.each<[string, Partial<MailRowsQuery>, number[]]>([
    ['of one priority', { priority: 'high' }, [4, 2]],
    ['of several categories', { category: ['job_interview', 'event'] }, [5, 3, 2]],
    ['of both', { priority: 'high', category: ['job_interview'] }, [2]],
    ['by priority', { sort: 'priority' }, [4, 2, 3, 5, 1]],
    ['that need their reader', { view: 'needs-you' }, [2]],
    ['with a word of the summary, without its marks', { q: 'petrova' }, [2]],
    ['with the beginning of a word', { q: 'elen' }, [2]],
    ['with two words in any order', { q: 'zurich meet' }, [2]],
    ['with part of a text that has no spaces', { q: '月曜' }, [4]],
    ['with a word that none has', { q: 'zyzzyva' }, []],
  ])('shows those %s', async (_, query, expected) => {
    const under = await five()
    expect(await numbers(under, query)).toEqual(expected)
    expect((await page(under, query)).total).toBe(expected.length)
  })

  it('counts what each choice would show, given the others', async () => {
    const under = await five()
    const { counts } = await page(under, { priority: 'high', category: ['job_interview'] })
    expect(counts.views).toEqual({ 'needs-you': 1, everything: 5, done: 0, snoozed: 0 })
    expect(counts.priorities).toEqual({ all: 2, high: 1, medium: 0, low: 1 })
    expect(counts.categories).toMatchObject({
      all: 2,
      job_interview: 1,
      job_rejection: 1,
      event: 0,
    })
    expect(counts.pending).toBe(0)
  })
})
