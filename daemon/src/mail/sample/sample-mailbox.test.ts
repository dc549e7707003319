import { beforeAll, describe, expect, it } from 'vitest'
import { readInvitations } from '../dates/read-invitations.ts'
import { readJsonLd } from '../dates/read-json-ld.ts'
import { readMailbox } from '../files/testing/read-mailbox.ts'
import { readMessage } from '../message/read-message.ts'
import type { FetchedMail, ReadMessage } from '../ports.ts'
import { createSampleMailbox } from './sample-mailbox.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const address = 'ada@example.test'

const open = (anchor: string, userZone = 'Europe/Berlin') =>
  createSampleMailbox({ anchor: new Date(anchor), address, userZone, composeUrl: '' })

/** One of each weekday, around changes of clocks and of the year, where they are seen. */
const occasions = [
  ['2026-03-02T08:00:00Z', 'Europe/Berlin'],
  ['2026-03-24T23:30:00Z', 'Europe/Berlin'],
  ['2026-10-22T12:00:00Z', 'Europe/Berlin'],
  ['2026-11-01T00:15:00Z', 'America/Los_Angeles'],
  ['2026-07-04T06:00:00Z', 'America/Los_Angeles'],
  ['2026-04-03T18:00:00Z', 'Pacific/Auckland'],
  ['2026-12-25T06:00:00Z', 'Asia/Kolkata'],
] as const

describe('the sample mailbox', () => {
  let fetched: readonly FetchedMail[]
  let messages: readonly ReadMessage[]

  beforeAll(async () => {
    fetched = (await readMailbox(open('2026-03-04T08:00:00Z'))).mails
    messages = await Promise.all(fetched.map(readMessage))
  })

  it('holds about sixty mails to the user, each of which can be read', () => {
    expect(messages.length).toBeGreaterThanOrEqual(58)
    expect(messages.filter(({ problem }) => problem !== null)).toEqual([])
    expect(
      messages.filter(({ text, subject, from }) => !text || !subject || !from.address),
    ).toEqual([])
    expect(new Set(messages.map(({ to }) => to[0]?.address))).toEqual(new Set([address]))
    expect(
      messages.filter(({ text, subject }) => /\uFFFD|\{[a-z]+ [+-]/.test(text + subject)),
    ).toEqual([])
  })

  it('has ids of its own for each, and texts of its own', () => {
    expect(new Set(fetched.map(({ uid }) => uid)).size).toBe(fetched.length)
    expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(fetched.length)
    expect(new Set(messages.map(({ text }) => text)).size).toBe(fetched.length)
  })

  it('names nobody who exists: every domain is reserved for examples (RFC 2606)', () => {
    const raw = fetched.map(({ source }) => Buffer.from(source).toString('latin1')).join('\n')
    const domains = [...raw.matchAll(/@([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi)].map(
      ([, domain]) => domain,
    )

    expect(domains.length).toBeGreaterThan(200)
    expect(
      domains.filter((domain) => !/(^|\.)(example(\.com|\.org)?|test)$/i.test(domain ?? '')),
    ).toEqual([])
  })

  it('has what real mail has: encodings, threads, HTML alone, files, lists', () => {
    const raws = fetched.map(({ source }) => Buffer.from(source).toString('latin1'))
    const having = (pattern: RegExp) => raws.filter((raw) => pattern.test(raw)).length

    expect(having(/^Content-Transfer-Encoding: quoted-printable/m)).toBeGreaterThan(20)
    expect(having(/^Content-Type: text\/.*\r\nContent-Transfer-Encoding: base64/m)).toBeGreaterThan(
      2,
    )
    expect(having(/charset=iso-8859-1/)).toBeGreaterThan(1)
    expect(having(/^Subject: .*=\?utf-8\?B\?/im)).toBeGreaterThan(1)
    expect(having(/^References: /m)).toBeGreaterThan(4)
    expect(having(/^List-Unsubscribe: /m)).toBeGreaterThan(8)
    expect(having(/^Content-Disposition: attachment/m)).toBeGreaterThan(4)
    expect(raws.filter((raw) => !/text\/plain/.test(raw)).length).toBeGreaterThan(7)
    expect(messages.filter(({ hiddenCharacters }) => hiddenCharacters > 40)).toHaveLength(1)
    expect(messages.filter(({ authentication }) => authentication === 'fail')).toHaveLength(2)
    expect(raws.filter((raw) => raw.split('\r\n').some((line) => line.length > 998))).toEqual([])
  })

  it('has a reschedule and a cancellation of invitations that came before', async () => {
    const proposals = await appointmentsIn(fetched, 'Europe/Berlin')
    const invited = proposals.filter(({ source }) => source === 'invitation')
    const byUid = Map.groupBy(invited, ({ uid }) => uid)
    const changes = [...byUid.values()].filter(({ length }) => length > 1)

    expect(invited.length).toBeGreaterThanOrEqual(6)
    expect(changes.map((list) => list.map(({ method }) => method))).toEqual(
      expect.arrayContaining([
        ['request', 'request'],
        ['cancel', 'request'],
      ]),
    )
    for (const [later, earlier] of changes) {
      expect(later?.sequence).toBeGreaterThan(earlier?.sequence ?? 0)
      expect(Date.parse(later?.stamp ?? '')).toBeGreaterThan(Date.parse(earlier?.stamp ?? ''))
    }
  })

  it('is the same all day, and another one the next day', async () => {
    const morning = await readMailbox(open('2026-03-04T06:00:00Z'))
    const evening = await readMailbox(open('2026-03-04T22:30:00Z'))

    expect(evening.mails).toEqual(morning.mails)
    expect(open('2026-03-04T06:00:00Z').identity).toBe('sample:2026-03-04')
    expect(open('2026-03-04T23:30:00Z').identity).toBe('sample:2026-03-05')
  })

  it('is there at once and takes no drafts', () => {
    expect(open('2026-03-04T06:00:00Z').health()).toMatchObject({
      kind: 'sample',
      state: 'ready',
      label: 'Sample mail',
      canSaveDrafts: false,
    })
  })
})

describe('the dates of the sample mailbox', () => {
  it.each(occasions)('fit the day of %s in %s', async (anchor, zone) => {
    const { mails } = await readMailbox(open(anchor, zone))
    const now = Date.parse(anchor)

    const ages = mails.map(({ receivedAt }) => (now - Date.parse(receivedAt)) / DAY_MS)
    expect(Math.min(...ages)).toBeGreaterThan(0)
    expect(Math.max(...ages)).toBeLessThanOrEqual(56)

    const proposals = await appointmentsIn(mails, zone)
    expect(proposals.length).toBeGreaterThanOrEqual(8)
    for (const { time, summary } of proposals) {
      if (time.kind === 'unclear') return expect.fail(`${summary}: ${time.reason}`)
      const local = time.kind === 'day' ? `${time.start}T12:00Z` : time.start
      const ahead = (Date.parse(local) - now) / DAY_MS
      expect(ahead, summary).toBeGreaterThan(0)
      expect(ahead, summary).toBeLessThan(15)
      const timeZone = time.kind === 'day' ? 'UTC' : time.timeZone
      const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone }).format(
        new Date(local),
      )
      expect(['Sat', 'Sun'], summary).not.toContain(weekday)
    }
  })
})

async function appointmentsIn(mails: readonly FetchedMail[], userZone: string) {
  const found = await Promise.all(
    mails.map(async (mail) => {
      const message = await readMessage(mail)
      const { dateOffset, date } = message
      const context = { userZone, sentAt: date ?? mail.receivedAt, dateOffset }
      const invited = await readInvitations(message.invitations, context)
      return [...invited, ...readJsonLd(message.jsonLd, context)]
    }),
  )
  return found.flat()
}
