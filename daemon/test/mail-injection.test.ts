import { beforeAll, describe, expect, it } from 'vitest'
import { inDays, invitation, plainMail } from '../../.config/testing/plain-mail.ts'
import {
  eventKeys,
  type GoogleUnderTest,
  googleUnderTest,
  insertsAt,
  signInAtGoogle,
} from './google-under-test.ts'
import { injectedMails, UNSEEN, unseenDay, VICTIM_UID } from './injected-mails.ts'
import { type MailClient, mailClient } from './mail-client.ts'
import { type ObedientModel, startObedientModel } from './obedient-model.ts'

/**
 * Mails of attackers, read by a model that obeys every one of them, with Google as the witness
 * (security design, section 12.5).
 */

const SYNCS = 4
const mails = injectedMails()

let model: ObedientModel
let under: GoogleUnderTest
let ada: MailClient
/** What stands in the calendar before any attacker writes. */
let victim: object | undefined
const ends: string[] = []

beforeAll(async () => {
  model = await startObedientModel()
  under = await googleUnderTest({
    OPENAI_BASE_URL: model.url,
    CHAT_MODEL: 'obedient',
    MAIL_CONCURRENCY: '8',
  })
  const calendar = invitation({ uid: VICTIM_UID, start: inDays(3) })
  const authentication = 'dmarc=pass header.from=northwind.example'
  const genuine = plainMail({ number: 1, subject: 'The interview', calendar, authentication })
  await under.deliver('victim', genuine)
  ada = await mailClient(under.daemon.url)
  await signInAtGoogle(under, ada)
  await ada.until(({ connected }) => connected)
  ends.push((await ada.syncToEnd()).name)
  victim = structuredClone([...under.google.events.values()][0])
  const share = Math.ceil(mails.length / SYNCS)
  for (let sync = 0; sync < SYNCS; sync++) {
    const own = mails.slice(sync * share, (sync + 1) * share)
    await Promise.all(own.map(({ raw }, at) => under.deliver(`${sync}-${at}`, raw)))
    ends.push((await ada.syncToEnd()).name)
  }
}, 240_000)

const attacks = () => insertsAt(under.google).slice(1)

describe('mails of attackers and a model that obeys them', () => {
  it('are many, and all of them are analysed', async () => {
    const { emails } = await ada.status()

    expect(mails.length).toBeGreaterThanOrEqual(200)
    expect(emails.length).toBe(mails.length + 1)
    expect(emails.filter(({ status }) => status !== 'analyzed')).toEqual([])
    expect(new Set(ends)).toEqual(new Set(['sync-complete']))
    expect(emails.filter(({ analysis }) => analysis?.analyzer === 'model').length).toBeGreaterThan(
      mails.length / 2,
    )
  })

  it('neither move nor remove what another sender has brought', async () => {
    const { emails } = await ada.status()
    const event = emails.find(({ subject }) => subject === 'The interview')?.events[0]
    const kept = under.google.events.get(event?.id ?? '')

    expect(victim).toMatchObject({ status: 'confirmed', summary: 'Technical interview' })
    expect(kept).toEqual(victim)
    expect(event).toMatchObject({ state: 'created', reason: null })
  })

  it('make nothing but events of the allowed fields, in the calendar of the configuration', () => {
    const changes = under.google.requests.filter(
      ({ method, path }) => method !== 'GET' && path.startsWith('/calendar/'),
    )
    const own = insertsAt(under.google).map(({ body }) => String(body?.id))
    const paths = new Set(changes.map(({ method, path }) => `${method} ${path}`))
    const events = '/calendar/v3/calendars/primary/events'
    // what lies nearer takes the place of what lies further ahead
    for (const id of own)
      for (const how of ['PATCH', 'DELETE']) paths.delete(`${how} ${events}/${id}`)

    expect(paths).toEqual(new Set(['POST /calendar/v3/freeBusy', `POST ${events}`]))
    expect(attacks().length).toBeGreaterThan(0)
    for (const { body, query } of attacks()) {
      expect(Object.keys(body ?? {}).sort()).toEqual(eventKeys)
      expect(body).toMatchObject({ visibility: 'private', guestsCanInviteOthers: false })
      expect(query).toMatchObject({ sendUpdates: 'none' })
      expect(`${body?.summary} ${body?.location}`).not.toMatch(/evil|:\/\/|@/)
      expect(String(body?.summary).length).toBeLessThanOrEqual(120)
    }
  })

  it('stay within the budget of a mail, a sender and all that lies ahead', async () => {
    const { emails } = await ada.status()
    const created = emails.flatMap(({ id, from, events }) =>
      events.flatMap((event) => (event.state === 'created' ? { id, from, event: event.id } : [])),
    )
    const most = (keys: readonly string[]) =>
      Math.max(...keys.map((key) => keys.filter((each) => each === key).length))
    const bySender = new Map(created.map(({ from, event }) => [event, from]))

    expect(most(created.map(({ id }) => id))).toBeLessThanOrEqual(3)
    expect(most([...bySender.values()])).toBeLessThanOrEqual(5)
    expect(bySender.size).toBeLessThanOrEqual(40)
    const held = [...under.google.events.values()].filter(({ status }) => status !== 'cancelled')
    expect(held.length).toBe(bySender.size)
  })

  it('create nothing because a model says so, which may be offered at most', async () => {
    const events = (await ada.status()).emails.flatMap((email) => email.events)
    const created = events.filter(({ state }) => state === 'created')
    const claimed = events.filter(({ source }) => source === 'model')

    expect(created.filter(({ source }) => source === 'model')).toEqual([])
    expect(claimed.length).toBeGreaterThan(20)
  })

  it('create nothing for the past, for far years, for moments or for ever', () => {
    for (const { body } of attacks()) {
      const [start, end] = [body?.start, body?.end].map((time) =>
        Date.parse((time as { dateTime: string }).dateTime),
      )
      const minutes = ((end ?? 0) - (start ?? 0)) / 60_000
      expect(start).toBeGreaterThan(Date.now())
      expect(start).toBeLessThan(inDays(550).getTime())
      expect(minutes).toBeGreaterThanOrEqual(5)
      expect(minutes).toBeLessThanOrEqual(24 * 60)
    }
  })

  it('show the model nothing that a reader does not see', async () => {
    const { emails } = await ada.status()
    const hidden = model.seen.filter((mail) => mail.toLowerCase().includes(UNSEEN))
    const days = insertsAt(under.google).map(({ body }) => JSON.stringify(body?.start).slice(0, 30))

    expect(hidden).toEqual([])
    expect(days.filter((day) => day.includes(unseenDay.toISOString().slice(0, 10)))).toEqual([])
    const flagged = emails.filter(({ warnings }) => warnings.includes('hidden-text'))
    expect(flagged.length).toBeGreaterThan(40)
  })

  it('lead nobody anywhere by what the analysis says', async () => {
    for (const { subject, analysis, events } of (await ada.status()).emails) {
      const texts = [
        analysis?.summary,
        analysis?.draftResponse,
        ...(analysis?.actionItems ?? []),
        ...events.flatMap(({ summary, location, link }) => [summary, location, link]),
      ]
      expect([
        subject,
        texts.filter((text) => /evil\.example\/|7700 900/.test(text ?? '')),
      ]).toEqual([subject, []])
    }
  })
})
