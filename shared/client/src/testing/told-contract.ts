import { expect, it } from 'vitest'
import type { Connection } from '../abilities.ts'
import type { DaemonWorld } from './client-world.ts'
import { aMailStatus, anAnalysis, CONSENT_PAGE, noCalendar, noMailbox } from './mail-samples.ts'
import { next } from './next-event.ts'

/** What clients of a daemon promise of a mailbox and a calendar that change without them. */
export function testStates(opened: () => DaemonWorld): void {
  it('says how the mailbox is, also where it is not connected', async () => {
    const { client, enter, mail } = opened()
    await expect(client.mail.status()).rejects.toMatchObject({ isSignedOut: true })
    await enter()
    mail.status = noMailbox()

    expect(await client.mail.status()).toEqual(noMailbox())
    expect(await client.mail.connect()).toEqual(noMailbox())

    mail.status = aMailStatus()
    expect(await client.mail.connect()).toEqual(aMailStatus())
  })

  it('says how the calendar is, and where its popup goes', async () => {
    const { client, enter, calendar } = opened()
    await expect(client.calendar.status()).rejects.toMatchObject({ isSignedOut: true })
    await enter()
    calendar.status = noCalendar()

    expect(await client.calendar.connect()).toBe(CONSENT_PAGE)
    expect(await client.calendar.status()).toEqual(noCalendar())
  })
}

/** What clients of a daemon promise of events that they have not asked for. */
export function testToldEvents(opened: () => DaemonWorld): void {
  it('tells which chat is gone', async () => {
    const { client, enter, tell } = opened()
    await enter()
    const removed = next(client, 'chats-removed')

    await tell('chats-removed', { chatId: 'ada_1' })

    expect(await removed).toEqual({ chatId: 'ada_1' })
  })

  it('tells of a sync in the order of its events, up to its failure', async () => {
    const { client, enter, tell } = opened()
    await enter()
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
    const { client, enter, tell } = opened()
    await enter()
    const changes = [next(client, 'mail-changed'), next(client, 'calendar-changed')]

    await tell('mail-changed', {})
    await tell('calendar-changed', {})

    expect(await Promise.all(changes)).toEqual([{}, {}])
  })

  it('notices that nobody answers, and that somebody does again', async () => {
    const { client, enter, goAway, comeBack } = opened()
    await enter()
    const states: Connection[] = []
    const stop = client.watchConnection((state) => states.push(state))
    expect(states).toEqual(['online'])

    await goAway()
    await expect(client.chats.list()).rejects.toMatchObject({ isOffline: true })
    expect(states).toEqual(['online', 'offline'])

    await comeBack()
    await client.retryConnection()
    expect(states).toEqual(['online', 'offline', 'online'])
    stop()
  })
}
