import type { Email } from '@shortlist/contracts/mail'
import type { MarkRequest } from '@shortlist/contracts/mail-rows'
import { expect, it } from 'vitest'
import type { AssistantClient } from '../assistant-client.ts'
import type { ClientWorld } from './client-world.ts'

/** What every client promises of the mailbox. */
export function testEmails(opened: () => ClientWorld): void {
  it('says how the mailbox is, also after another try', async () => {
    const { client, enter } = opened()
    await enter()

    const status = await client.mail.status()

    expect(status).toMatchObject({ connected: true, error: null, sync: null })
    expect(await client.mail.connect()).toEqual(status)
  })

  it('enters the sample mailbox and leaves it', async () => {
    const { client, enter } = opened()
    await enter()

    expect((await client.mail.useSample()).mailbox.kind).toBe('sample')
    expect((await client.mail.status()).mailbox.kind).toBe('sample')
    expect((await client.mail.leaveSample()).mailbox.kind).not.toBe('sample')
  })

  it('corrects a mail, analyses it again and saves its draft', async () => {
    const { client, enter } = opened()
    await enter()
    const email = await firstEmail(client)
    const { id } = email

    const corrected = await client.mail.correct(id, { priority: 'low' })
    expect(corrected).toEqual({ ...email, priority: 'low', corrected: ['priority'] })
    expect(await firstEmail(client)).toEqual(corrected)
    expect(await client.mail.retry(id)).toMatchObject({ id, status: 'pending', failure: null })
    expect((await client.mail.saveDraft(id, 'Thank you')).draftSavedAt).not.toBeNull()
  })

  it.each([
    ['corrected', (client: AssistantClient) => client.mail.correct('mail-9999', {})],
    ['analysed again', (client: AssistantClient) => client.mail.retry('mail-9999')],
    ['given a draft', (client: AssistantClient) => client.mail.saveDraft('mail-9999', 'Hi')],
  ])('refuses that a mail is %s that is not there', async (_, call) => {
    const { client, enter } = opened()
    await enter()

    await expect(call(client)).rejects.toMatchObject({ status: 404 })
  })
}

/** What every client promises of mails as rows. */
export function testRows(opened: () => ClientWorld): void {
  it('shows mails as rows, page by page, and one of them whole', async () => {
    const { client, enter } = opened()
    await enter()
    const { emails } = await client.mail.status()
    expect((await client.mail.status({ emails: 'none' })).emails).toEqual([])

    const pages = [await client.mail.rows({ limit: 1 }), await client.mail.rows({ from: 1 })]
    const rows = pages.flatMap((page) => page.rows)

    expect(rows.map(({ id }) => id)).toEqual(emails.map(({ id }) => id))
    expect(pages.map(({ from, total }) => [from, total])).toEqual(
      [0, 1].map((from) => [from, emails.length]),
    )
    expect(pages[0]?.counts.views).toMatchObject({ everything: emails.length, done: 0 })
    const last = rows.at(-1)
    expect(await client.mail.rows({ limit: 1, around: last?.id ?? '' })).toMatchObject({
      rows: [last],
    })
    expect(await client.mail.open(last?.id ?? '')).toMatchObject({ ...emails.at(-1), mark: 'open' })
  })

  it('tells the next interview, from when it is in the calendar until it is taken out', async () => {
    const { client, enter } = opened()
    await enter()
    await client.calendar.choose('local')
    const { emails } = await client.mail.status()
    const isOfInterview = ({ category, analysis }: Email) =>
      category === 'job_interview' || analysis?.hasInterview === true
    const [mail] = emails.filter((email) => email.events.length > 0 && isOfInterview(email))
    const [event] = mail?.events ?? []
    const eventId = event?.id ?? ''

    const times = { start: '2030-01-07T09:00:00.000Z', end: '2030-01-07T10:00:00.000Z' }
    await client.calendar.add(eventId, times)

    const told = await client.today.read()
    expect(told.mailbox).toEqual({ error: null })
    expect(told.interviews).toContainEqual(
      expect.objectContaining({ eventId, emailId: mail?.id, summary: event?.summary }),
    )
    await client.today.seen(told.asOf)
    expect(await client.today.undo({ eventId, at: '2020-01-01T00:00:00.000Z' })).toBe(false)
    expect(await client.today.changes()).toEqual(told.since.changes)
    await client.calendar.undo(eventId)
    const { interviews } = await client.today.read()
    expect(interviews.map((interview) => interview.eventId)).not.toContain(eventId)
  })

  it('tells what is set up by looking at it, and hides that on demand', async () => {
    const { client, enter } = opened()
    await enter()
    const isDone = async () => {
      const { lines } = await client.today.setup()
      return Object.fromEntries(lines.map((each) => [each.line, each.isDone]))
    }
    await client.calendar.choose('local')
    expect(await isDone()).toMatchObject({ sample: true, calendar: true, panel: false })

    const { isHidden, lines } = await client.today.hideSetup(true)
    expect(isHidden).toBe(true)
    expect(await client.today.setup()).toEqual({ isHidden: true, lines })
    expect(await client.today.hideSetup(false)).toEqual({ isHidden: false, lines })
  })

  it('finds the mails that have a word', async () => {
    const { client, enter } = opened()
    await enter()
    const { subject, id } = await firstEmail(client)
    const [word = ''] = subject.split(' ')

    const found = await client.mail.rows({ q: word.slice(0, 3) })
    expect(found.rows.map((row) => row.id)).toContain(id)
    expect(await client.mail.rows({ q: `${word} zyzzyva` })).toMatchObject({ rows: [], total: 0 })
    const other = await client.mail.rows({ category: ['learning', 'tools'] })
    expect(other.rows.map((row) => row.id)).not.toContain(id)
  })

  it('marks a mail as done once, and takes that back', async () => {
    const { client, enter } = opened()
    await enter()
    const { id } = await firstEmail(client)
    const before = await client.mail.rows({})
    const told = Promise.withResolvers<unknown>()
    client.on('mail-rows-changed', told.resolve)
    const act: MarkRequest = { changeId: 'c1', mark: 'done', ids: [id] }

    expect(await client.mail.mark(act)).toMatchObject({ changed: 1 })
    expect(await client.mail.mark(act)).toMatchObject({ changed: 0 })
    expect(await told.promise).toEqual({
      revision: expect.any(Number),
      needsYou: expect.any(Number),
    })
    expect(await client.mail.rows({ view: 'done' })).toMatchObject({ rows: [{ id, mark: 'done' }] })

    expect(await client.mail.unmark('c1')).toMatchObject({ changed: 1 })
    expect(await client.mail.unmark('c1')).toMatchObject({ changed: 0 })
    expect(await client.mail.rows({})).toEqual({ ...before, revision: expect.any(Number) })
  })

  it('puts a mail off until it is due, and refuses what was chosen from an old list', async () => {
    const { client, enter } = opened()
    await enter()
    const { revision, total } = await client.mail.rows({})
    const filter = { view: 'everything' } as const
    const until = '2101-01-01T08:00:00.000Z'
    const later = { mark: 'snoozed', until, filter, revision } as const

    expect(await client.mail.mark({ changeId: 'c2', ...later })).toMatchObject({ changed: total })
    expect(await client.mail.rows({ view: 'snoozed' })).toMatchObject({ total })
    await expect(client.mail.mark({ changeId: 'c3', ...later })).rejects.toMatchObject({
      status: 409,
    })
    await expect(client.mail.open('mail-9999')).rejects.toMatchObject({ status: 404 })
  })
}

/** What every client promises of a sync. */
export function testSync(opened: () => ClientWorld): void {
  it('takes up each mail and finishes it, and then the sync is over', async () => {
    const { client, enter, finish } = opened()
    await enter()
    await client.calendar.choose('local')
    const heard: string[] = []
    client.on('email-analyzing', ({ emailId }) => heard.push(`begins ${emailId}`))
    client.on('email-analyzed', ({ emailId, analyzedCount, totalToAnalyze }) => {
      heard.push(`ends ${emailId}, ${analyzedCount} of ${totalToAnalyze}`)
    })
    client.on('sync-complete', ({ analyzed }) => heard.push(`complete, ${analyzed}`))

    const reply = await client.mail.sync()
    await finish()

    const { emails, sync, lastSync } = await client.mail.status()
    expect(reply).toMatchObject({ status: 'preliminary', analysisInProgress: true })
    expect(reply.emails.map(({ id }) => id)).toEqual(emails.map(({ id }) => id))
    expect(heard).toEqual([...wholeSync(emails), `complete, ${emails.length}`])
    expect(emails.every(({ analyzed, analysis }) => analyzed && analysis)).toBe(true)
    expect([sync, lastSync]).toEqual([null, expect.any(String)])
  })

  it('cancels a sync', async () => {
    const { client, enter, finish } = opened()
    await enter()
    await client.calendar.choose('local')
    const heard: string[] = []
    client.on('sync-cancelled', () => heard.push('cancelled'))
    client.on('sync-complete', () => heard.push('complete'))

    expect((await client.mail.sync({ emails: 'none' })).emails).toEqual([])
    await client.mail.cancelSync()
    await finish()

    expect(heard).toEqual(['cancelled'])
    expect((await client.mail.status()).sync).toBeNull()
  })
}

async function firstEmail(client: AssistantClient): Promise<Email> {
  const [email] = (await client.mail.status()).emails
  if (!email) throw new Error('the world has no email')
  return email
}

function wholeSync(emails: readonly Email[]): string[] {
  return emails.flatMap(({ id }, index) => [
    `begins ${id}`,
    `ends ${id}, ${index + 1} of ${emails.length}`,
  ])
}
