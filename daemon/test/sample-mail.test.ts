import { beforeAll, describe, expect, it } from 'vitest'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { type Heard, type MailClient, mailClient } from './mail-client.ts'

/** The first minute without any account: the sample mailbox, the rules and a local calendar. */

let daemon: RunningDaemon
let ada: MailClient

/** How the first sync ended. */
let end: Heard

beforeAll(async () => {
  daemon = await startDaemon({ args: ['--sample'] })
  ada = await mailClient(daemon.url)
  await ada.useLocalCalendar()
  end = await ada.syncToEnd()
}, 60_000)

async function feed(): Promise<string> {
  const { feedUrl } = await ada.calendar()
  return (await fetch(feedUrl ?? '')).text()
}

describe('the sample mailbox', () => {
  it('is analysed as a whole by the built-in rules', async () => {
    expect(await ada.calendar()).toMatchObject({ connected: true, kind: 'local' })
    expect(end.name).toBe('sync-complete')
    const { emails, lastSync } = await ada.status()
    expect(emails.length).toBeGreaterThanOrEqual(55)
    expect(emails.filter(({ status }) => status !== 'analyzed')).toEqual([])
    expect(new Set(emails.map(({ analysis }) => analysis?.analyzer))).toEqual(new Set(['rules']))
    expect(lastSync).not.toBeNull()
  })

  it('can be read mail by mail where the cards lead to, as plain text for its owner alone', async () => {
    const { emails } = await ada.status()
    const { webLink = '', subject = '' } = emails[0] ?? {}
    const { pathname, origin } = new URL(webLink)
    const answer = await ada.caller.call('GET', pathname)

    expect(origin).toBe(`http://localhost:${new URL(daemon.url).port}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/)
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(await answer.text()).toContain(`Subject: ${subject}\n\n`)
    expect((await fetch(webLink)).status).toBe(401)
  })

  it('has its appointments in the coming two weeks, in the feed and on the cards', async () => {
    const { emails } = await ada.status()
    const created = emails.flatMap(({ events }) =>
      events.filter(({ state }) => state === 'created'),
    )
    const starts = created.map(({ startTime }) => Date.parse(startTime))
    const text = await feed()

    expect(new Set(created.map(({ id }) => id)).size).toBeGreaterThanOrEqual(4)
    expect(starts.filter((start) => start < Date.now())).toEqual([])
    expect(text).toContain('BEGIN:VCALENDAR')
    expect(text.match(/BEGIN:VEVENT/g)?.length).toBe(new Set(created.map(({ id }) => id)).size)
  })

  it('moved one appointment and removed another, as later mails say', async () => {
    const { emails } = await ada.status()
    const states = emails.flatMap(({ events }) => events.map(({ state }) => state))

    expect(states).toContain('superseded')
    expect(states).toContain('cancelled')
  })

  it('flags the scams, and does nothing that an injected text asks for', async () => {
    const { emails } = await ada.status()
    const scams = emails.filter(({ warnings }) => warnings.includes('suspicious'))
    const hiding = emails.filter(({ warnings }) => warnings.includes('hidden-text'))

    expect(scams.length).toBeGreaterThanOrEqual(2)
    expect(hiding.length).toBeGreaterThanOrEqual(1)
    for (const { events, priority } of [...scams, ...hiding]) {
      expect(events.filter(({ state }) => state === 'created')).toEqual([])
      expect(priority).not.toBe('high')
    }
  })
})
