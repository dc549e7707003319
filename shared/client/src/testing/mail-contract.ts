import { expect, it } from 'vitest'
import type { ClientWorld } from './client-world.ts'
import {
  aMailEvent,
  aMailStatus,
  anAnalysis,
  anEmail,
  noCalendar,
  noMailbox,
} from './mail-samples.ts'
import { next } from './next-event.ts'

const ada = { email: 'ada@example.com', password: 'correct horse' }

/** What every client promises of the mailbox. */
export function testMail(opened: () => ClientWorld): void {
  it('says how the mailbox is, also after another try', async () => {
    const { client, mail } = opened()
    await expect(client.mail.status()).rejects.toMatchObject({ isSignedOut: true })
    await client.accounts.signUp(ada)
    mail.status = noMailbox()

    expect(await client.mail.status()).toEqual(noMailbox())
    expect(await client.mail.connect()).toEqual(noMailbox())

    mail.status = aMailStatus()
    expect(await client.mail.connect()).toEqual(aMailStatus())
  })

  it('enters the sample mailbox and leaves it', async () => {
    const { client } = opened()
    await client.accounts.signUp(ada)

    expect((await client.mail.useSample()).mailbox.kind).toBe('sample')
    expect((await client.mail.status()).mailbox.kind).toBe('sample')
    expect((await client.mail.leaveSample()).mailbox.kind).not.toBe('sample')
  })

  it('syncs, and cancels a sync', async () => {
    const { client, mail } = opened()
    await client.accounts.signUp(ada)
    mail.status = aMailStatus({ emails: [anEmail()] })

    expect(await client.mail.sync()).toMatchObject({ emails: [anEmail()], status: 'preliminary' })
    await expect(client.mail.cancelSync()).resolves.toBeUndefined()
  })

  it('corrects a mail, analyses it again and saves its draft', async () => {
    const { client, mail } = opened()
    const { id } = anEmail()
    await client.accounts.signUp(ada)
    mail.status = aMailStatus({ emails: [anEmail({ status: 'failed', failure: 'Timed out' })] })

    expect(await client.mail.correct(id, { priority: 'low' })).toMatchObject({
      priority: 'low',
      category: null,
      corrected: ['priority'],
    })
    expect(await client.mail.retry(id)).toMatchObject({ status: 'pending', failure: null })
    expect((await client.mail.saveDraft(id, 'Thank you')).draftSavedAt).not.toBeNull()
    await expect(client.mail.retry('mail-9999')).rejects.toMatchObject({ status: 404 })
  })
}

/** What every client promises of the calendar. */
export function testCalendar(opened: () => ClientWorld): void {
  it('says where the popup goes, and how the calendar is', async () => {
    const { client, calendar } = opened()
    await expect(client.calendar.status()).rejects.toMatchObject({ isSignedOut: true })
    await client.accounts.signUp(ada)
    calendar.status = noCalendar()

    expect(await client.calendar.connect()).toBe(calendar.authUrl)
    expect(await client.calendar.status()).toEqual(noCalendar())
  })

  it('uses a local calendar whose feed can have another address, and no calendar again', async () => {
    const { client } = opened()
    await client.accounts.signUp(ada)

    const local = await client.calendar.useLocal()
    expect(local).toMatchObject({ connected: true, kind: 'local' })
    const renewed = await client.calendar.renewFeed()
    expect(renewed.feedUrl).not.toBe(local.feedUrl)
    expect(await client.calendar.disconnect()).toMatchObject({ connected: false, kind: null })
  })

  it('adds an event, removes it, and knows where its file lies', async () => {
    const { client, calendar } = opened()
    const event = aMailEvent({ state: 'waiting' })
    const times = { start: '2026-11-24T09:00:00Z', end: '2026-11-24T10:00:00Z' }
    await client.accounts.signUp(ada)
    calendar.events.set(event.id, event)

    expect(await client.calendar.add(event.id)).toMatchObject({ state: 'created' })
    expect(await client.calendar.undo(event.id)).toMatchObject({ state: 'undone' })
    expect(await client.calendar.add(event.id, times)).toMatchObject({ state: 'created' })
    expect(client.calendar.icsUrl(event.id)).toContain(event.id)
  })
}

/** What every client promises of the events of a sync. */
export function testSyncEvents(opened: () => ClientWorld): void {
  it('tells of a sync in the order of its events', async () => {
    const { client, tell } = opened()
    await client.accounts.signUp(ada)
    const heard: unknown[] = []
    const of = { emailId: 'mail-0001', analyzedCount: 1, totalToAnalyze: 1 }
    const analyzing = { ...of, analyzedCount: 0, subject: 'Interview' }
    const analyzed = { ...of, analysis: anAnalysis() }
    const end = next(client, 'sync-error')
    for (const name of ['sync-progress', 'email-analyzing', 'email-analyzed'] as const) {
      client.on(name, (event) => heard.push(event))
    }

    await tell('sync-progress', { analyzed: 0, total: 1 })
    await tell('email-analyzing', analyzing)
    await tell('email-analyzed', analyzed)
    await tell('sync-error', { error: 'Mailbox lost' })

    expect(await end).toEqual({ error: 'Mailbox lost' })
    expect(heard).toEqual([{ analyzed: 0, total: 1 }, analyzing, analyzed])
  })

  it('tells that a status has changed', async () => {
    const { client, tell } = opened()
    await client.accounts.signUp(ada)
    const changes = [next(client, 'mail-changed'), next(client, 'calendar-changed')]

    await tell('mail-changed', {})
    await tell('calendar-changed', {})

    expect(await Promise.all(changes)).toEqual([{}, {}])
  })
}
