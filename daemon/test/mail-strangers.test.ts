import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plainMail } from '../../.config/testing/plain-mail.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { type MailClient, mailClient } from './mail-client.ts'

/** Two accounts of one daemon: what one of them has of mail and calendar, the other has not. */

function client(url: string, name: string): Promise<MailClient> {
  return mailClient(url, `${name}@example.test`)
}

async function feedOf(client: MailClient): Promise<string> {
  return (await fetch((await client.calendar()).feedUrl ?? '')).text()
}

describe('two accounts with mail and calendars of their own', () => {
  let url: string
  let ada: MailClient
  let bob: MailClient
  let bobs = 0

  beforeAll(async () => {
    url = (await startDaemon({ args: ['--sample'] })).url
    ada = await client(url, 'ada')
    await ada.useLocalCalendar()
    await ada.syncToEnd()
  }, 60_000)

  beforeEach(async () => {
    bob = await client(url, `bob-${bobs++}`)
    await bob.useLocalCalendar()
  })

  it('hear nothing of what happens to the other one', async () => {
    await ada.syncToEnd()
    // his own answer comes after whatever was sent to him before it
    await bob.post('/api/calendar/feed')
    await bob.hears('calendar-changed', 2)

    const names = new Set(bob.heard.map(({ name }) => name))
    // that a mailbox of his own is ready may have been told, too
    names.delete('mail-changed')
    expect([...names]).toEqual(['calendar-changed'])
    expect((await bob.status()).emails).toEqual([])
    expect((await bob.calendar()).feedUrl).not.toBe((await ada.calendar()).feedUrl)
    expect(await feedOf(bob)).not.toContain('BEGIN:VEVENT')
    expect(await feedOf(ada)).toContain('BEGIN:VEVENT')
  })

  it("answer the other's mails and events like those that do not exist, and leave them alone", async () => {
    const { emails } = await ada.status()
    const email = emails.find(({ events }) => events.some(({ state }) => state === 'created'))
    const event = email?.events.find(({ state }) => state === 'created')
    const before = JSON.stringify(emails)
    const own = bob.caller.account.id
    const calls = (emailId: string, eventId: string) =>
      [
        ['PATCH', `/api/gmail/emails/${own}/${emailId}`, { priority: 'low' }],
        ['POST', `/api/gmail/emails/${own}/${emailId}/retry`, {}],
        ['POST', `/api/gmail/emails/${own}/${emailId}/draft`, { body: 'Hi' }],
        ['GET', `/api/gmail/emails/${own}/${emailId}/text`, undefined],
        ['POST', `/api/calendar/events/${own}/${eventId}`, {}],
        ['DELETE', `/api/calendar/events/${own}/${eventId}`, {}],
        ['GET', `/api/calendar/events/${own}/${eventId}/ics`, undefined],
      ] as const
    const answersOf = (emailId: string, eventId: string) =>
      Promise.all(
        calls(emailId, eventId).map(async ([method, path, body]) => {
          const answer = await bob.caller.call(method, path, body && { userId: own, ...body })
          const { requestId: _, ...said } = (await answer.json()) as { requestId: string }
          return [answer.status, said]
        }),
      )

    const foreign = await answersOf(email?.id ?? '', event?.id ?? '')

    expect(foreign.map(([status]) => status)).toEqual(Array(7).fill(404))
    expect(foreign).toEqual(await answersOf('abcdefgh', 'abcdefgh'))
    expect(JSON.stringify((await ada.status()).emails)).toBe(before)
  })

  it('change nothing of the other one, whatever they do to their own', async () => {
    const [before, feed] = [await ada.status(), await feedOf(ada)]
    await bob.syncToEnd()
    expect((await bob.status()).emails.length).toBe(before.emails.length)

    await bob.caller.call('DELETE', `/api/gmail/sample/${bob.caller.account.id}`)
    await bob.caller.call('DELETE', `/api/calendar/connection/${bob.caller.account.id}`)

    expect((await bob.status()).emails).toEqual([])
    expect(await ada.status()).toEqual(before)
    expect(await feedOf(ada)).toBe(feed)
  }, 60_000)

  it('share no sample events: the ids of the same mail differ', async () => {
    await bob.syncToEnd()
    const idsOf = async (client: MailClient) =>
      (await client.status()).emails.flatMap(({ events }) => events.map(({ id }) => id))
    const [hers, his] = [new Set(await idsOf(ada)), new Set(await idsOf(bob))]

    expect(his.size).toBeGreaterThan(3)
    expect([...his].filter((id) => hers.has(id))).toEqual([])
  }, 60_000)
})

describe('the mailbox of the configuration', () => {
  it('belongs to the account that the configuration names, not to the first', async () => {
    const mails = [plainMail({ number: 1, subject: 'canary' })]
    const { url } = await startDaemon({ mails, env: { MAIL_OWNER_EMAIL: 'Bob@Example.test' } })
    const [ada, bob] = [await client(url, 'ada'), await client(url, 'bob')]
    for (const each of [ada, bob]) await each.useLocalCalendar()

    expect((await bob.syncToEnd()).name).toBe('sync-complete')
    expect((await bob.status()).emails.length).toBe(1)
    const own = ada.caller.account.id
    for (const path of [`status/${own}`, `emails/${own}`]) {
      expect(await (await ada.caller.call('GET', `/api/gmail/${path}`)).text()).not.toContain(
        'canary',
      )
    }
    expect((await ada.post('/api/gmail/sync')).status).toBe(409)
    expect((await ada.post('/api/gmail/connect')).status).toBe(500)
    expect((await ada.status()).mailbox).toMatchObject({ state: 'not-owner', label: '' })
    expect(ada.heard.filter(({ name }) => !name.endsWith('-changed'))).toEqual([])
  }, 60_000)
})
