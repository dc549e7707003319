import type { EventProposal } from '@shortlist/contracts/calendar'
import type { Change } from '@shortlist/contracts/today'
import { describe, expect, it } from 'vitest'
import { plainMail } from '../../.config/testing/plain-mail.ts'
import { sampled, sized } from '../../.config/testing/test-size.ts'
import { ratesOf } from '../eval/measure-analysis.ts'
import { needsReader, trueAsks } from '../eval/measure-needs.ts'
import { lessonsOf, withoutLessonsOf } from '../eval/measure-people.ts'
import { fetchedOf, type Person, type PersonMail, readPeople, startsOf } from '../eval/people.ts'
import { calendarsUnderTest } from '../src/calendar/testing/calendars-under-test.ts'
import { appointmentsOf, mailOfToday } from '../src/composition/open-assistants.ts'
import { createAnalyze } from '../src/mail/analysis/create-analyze.ts'
import { createSampleMailbox } from '../src/mail/sample/sample-mailbox.ts'
import { mailIdOf } from '../src/mail/store/stored-mails.ts'
import { guidesLlm } from '../src/platform/llm/guides/guides-llm.ts'
import { readToday } from '../src/today/read-today.ts'
import { openVisits } from '../src/today/visits.ts'
import { startMail } from './mail-under-test.ts'
import { finding, proposal, scriptedAnalysis } from './scripted-analysis.ts'
import { ScriptedMailbox } from './scripted-mailbox.ts'

const DAY_MS = 86_400_000
const HALF_HOUR_MS = DAY_MS / 48
const DAYS = 60

/** An appointment that stands in the calendar of a person who knows the truth. */
interface Booked {
  readonly uid: string
  readonly application: string
  readonly start: number
  readonly emailId: string
  readonly isInterview: boolean
}

/** What a mail does to the calendar of its reader. */
interface Acts {
  readonly enters: readonly Booked[]
  readonly removes: readonly Booked[]
}

const movers: ReadonlySet<string> = new Set(['moves', 'cancels', 'postpones'])

/**
 * What each mail does, by its id. What moves or calls off means the times of its application that it
 * lists without booking them, else the latest that stands. What meets something else waits.
 */
function actsOf({ mails, zone }: Person): ReadonlyMap<string, Acts> {
  let standing: Booked[] = []
  const acts = new Map<string, Acts>()
  for (const { id, date, truth } of mails) {
    const at = Date.parse(date)
    const application = truth.application ?? id
    const own = standing.filter((each) => each.application === application && each.start > at)
    const named = startsOf(truth.events, zone, false).map((start) => Date.parse(start))
    const isMoved = (each: Booked) =>
      named.includes(each.start) || (named.length === 0 && each === own.at(-1))
    const removes = movers.has(truth.act) ? own.filter(isMoved) : []
    standing = standing.filter((each) => !removes.includes(each))
    const enters: Booked[] = []
    for (const start of startsOf(truth.events, zone).map((text) => Date.parse(text))) {
      const isFree = standing.every((each) => Math.abs(each.start - start) >= HALF_HOUR_MS)
      if (start <= at || !isFree || truth.scam) continue
      const isInterview = truth.hasInterview || truth.category === 'job_interview'
      const booked = {
        uid: `${application} ${start}`,
        application,
        start,
        emailId: id,
        isInterview,
      }
      standing.push(booked)
      enters.push(booked)
    }
    acts.set(id, { enters, removes })
  }
  return acts
}

function proposalOf({ uid, start }: Booked, method: EventProposal['method']): EventProposal {
  const [begins, ends] = [start, start + HALF_HOUR_MS].map((each) => new Date(each).toISOString())
  const time = { kind: 'instant', start: begins ?? '', end: ends ?? '', timeZone: 'UTC' } as const
  const sequence = method === 'cancel' ? 1 : 0
  return { ...proposal, source: 'invitation', method, uid, sequence, time, summary: uid }
}

/** Today of a person whose mails are understood as they are meant, on a clock that is moved. */
async function todayOf(person: Person) {
  let now = new Date(0)
  const acts = actsOf(person)
  const mails = new Map(person.mails.map((mail) => [mail.id, mail]))
  const byTruth = await calendarsUnderTest({ now: () => now, zoneOf: () => person.zone })
  await byTruth.calendars.choose('ada', 'local')
  const appointments = appointmentsOf(byTruth.calendars)
  const analysis = scriptedAnalysis()
  analysis.answer = async ({ message }) => {
    const mail = mails.get(message.subject)
    if (!mail) throw new Error(`nobody wrote ${message.subject}`)
    const { category, priority, hasInterview, hasDeadline, scam } = mail.truth
    const { enters = [], removes = [] } = acts.get(mail.id) ?? {}
    const asks = scam ? { isReply: false, isChange: false, dues: [] } : trueAsks(mail)
    return {
      finding: { ...finding, category, priority, hasInterview, hasDeadline },
      // the calendar is told what the mail does
      proposals: enters.length + removes.length > 0 ? [proposal] : [],
      asks,
    }
  }
  const under = await startMail({
    analysis,
    mailbox: new ScriptedMailbox({ receivedAt: () => now }),
    now: () => now,
    zoneOf: () => person.zone,
    appointments: {
      ...appointments,
      place(userId, mail, _found, syncId) {
        const { enters = [], removes = [] } = acts.get(mail.subject) ?? {}
        const proposals = [
          ...removes.map((each) => proposalOf(each, 'cancel')),
          ...enters.map((each) => proposalOf(each, 'request')),
        ]
        const sender = { name: 'Truth', address: 'truth@example.test' }
        const said = { ...mail, sender, isSenderProven: true, doubt: null }
        return appointments.place(userId, said, proposals, syncId)
      },
    },
  })
  const visits = await openVisits({ folder: under.folder, report: () => {} })
  const parts = {
    now: () => now,
    zoneOf: () => person.zone,
    mailOf: mailOfToday(under.assistant),
    calendarOf: (userId: string) => byTruth.calendars.eventsFor(userId),
    visits,
  }
  let delivered = 0
  return {
    acts,
    /** Looks at Today at a time, when all has been read that had come until then. */
    async at(time: number) {
      const come = person.mails.filter(({ date }) => Date.parse(date) <= time)
      // each mail is read as it comes
      for (const mail of come.slice(delivered)) {
        now = new Date(mail.date)
        const number = delivered + 1
        under.mailbox.deliver(plainMail({ number, subject: mail.id, date: now }))
        await under.syncToEnd()
        delivered += 1
      }
      now = new Date(time)
      const today = await readToday(parts, 'ada')
      await visits.note('ada', today.asOf, now)
      return today
    },
  }
}

function inOrder(person: Person): Person {
  const byDate = (one: PersonMail, other: PersonMail) =>
    Date.parse(one.date) - Date.parse(other.date)
  return { ...person, mails: person.mails.toSorted(byDate) }
}

/** From the day after the first mail on. */
function morningsOf({ mails: [first] }: Person): number[] {
  const begin = Math.ceil(Date.parse(first?.date ?? '') / DAY_MS) * DAY_MS + 6 * 60 * 60 * 1000
  return Array.from({ length: DAYS }, (_, day) => begin + day * DAY_MS)
}

/** What stands at a time, soonest first. */
function standingAt(acts: ReadonlyMap<string, Acts>, come: readonly PersonMail[], time: number) {
  let standing: Booked[] = []
  for (const { id } of come) {
    const { enters = [], removes = [] } = acts.get(id) ?? {}
    standing = [...standing.filter((each) => !removes.includes(each)), ...enters]
  }
  const ahead = standing.filter(({ start }) => start + HALF_HOUR_MS > time)
  return ahead.toSorted((one, other) => one.start - other.start)
}

/** The mails with a deadline and when that is, which was missed three days ago at most, four of them. */
function deadlinesAt(come: readonly PersonMail[], time: number) {
  return come
    .filter(({ truth }) => !truth.scam)
    .flatMap((mail) => {
      const dues = trueAsks(mail).dues.map((due) => Date.parse(due))
      const live = dues.filter((due) => due + 3 * DAY_MS > time)
      return live.length > 0 ? [[mail.id, Math.min(...live)] as const] : []
    })
    .toSorted(([, one], [, other]) => one - other)
    .slice(0, 4)
}

describe.each(['A', 'B'])('of %s, whose mails are understood as they are meant', (letter) => {
  it('is what is true on each day', async () => {
    const found = readPeople().find((each) => each.letter === letter)
    if (!found) throw new Error('nobody has this name')
    const person = inOrder(found)
    const { at, acts } = await todayOf(person)
    let last = 0
    const seen = new Map<string, number>()
    for (const time of sampled(morningsOf(person), 6)) {
      const come = person.mails.filter(({ date }) => Date.parse(date) <= time)
      const { interviews, needs, deadlines, since } = await at(time)
      const morning = new Date(time).toISOString()

      const standing = standingAt(acts, come, time).filter(({ isInterview }) => isInterview)
      const shown = interviews.map(({ summary }) => summary)
      expect(shown, morning).toEqual(standing.slice(0, 3).map(({ uid }) => uid))

      const needing = come.filter((mail) => needsReader(mail, time)).map(({ id }) => id)
      expect(needs.total, morning).toBe(needing.length)
      const rows = needs.rows.map(({ subject }) => subject)
      expect(rows.toSorted(), morning).toEqual(needing.slice(-5).toSorted())

      expect(
        deadlines.map(({ subject, due }) => [subject, Date.parse(due) + 1]),
        morning,
      ).toEqual(deadlinesAt(come, time))

      const recent = come.filter(({ date }) => Date.parse(date) > last)
      if (last > 0) expect(since.mails, morning).toBe(recent.length)
      const done = recent.flatMap(({ id }) => {
        const { enters = [], removes = [] } = acts.get(id) ?? {}
        return [
          ...enters.map(({ uid }) => ['entered', uid] as const),
          ...removes.map(({ uid }) => ['removed', uid] as const),
        ]
      })
      // what was taken out again on the same day is told by that alone
      const told = new Map(done.map(([act, uid]) => [uid, act]))
      const oneOf = ({ act, summary }: Change) => `${act} ${summary}`
      const all = since.changes.map(oneOf)
      const truth = [...told].map(([uid, act]) => `${act} ${uid}`)
      expect(since.total, morning).toBe(truth.length)
      expect(
        all.every((each) => truth.includes(each)),
        morning,
      ).toBe(true)
      for (const [kind, shown] of Object.entries({ interviews, deadlines, changes: since.changes }))
        seen.set(kind, (seen.get(kind) ?? 0) + shown.length)
      last = time
    }
    for (const kind of ['interviews', 'deadlines', 'changes'])
      expect(seen.get(kind), kind).toBeGreaterThan(2)
  }, 300_000)
})

/** The mails that Today says need their reader and those that do, on each morning. */
async function needsByRules(person: Person, mornings: readonly number[]) {
  let now = new Date(0)
  const zoneOf = () => person.zone
  const { calendars } = await calendarsUnderTest({ now: () => now, zoneOf })
  await calendars.choose('ada', 'local')
  const under = await startMail({
    analyze: createAnalyze({ llm: guidesLlm(), log: { warn: () => {} } }),
    mailbox: new ScriptedMailbox({ receivedAt: () => now }),
    now: () => now,
    zoneOf,
    appointments: appointmentsOf(calendars),
  })
  const mailOf = mailOfToday(under.assistant)
  const parts = {
    now: () => now,
    zoneOf,
    mailOf,
    calendarOf: (userId: string) => calendars.eventsFor(userId),
    visits: await openVisits({ folder: under.folder, report: () => {} }),
  }
  const come = new Map<string, PersonMail>()
  const pairs: (readonly [needs: boolean, seems: boolean])[] = []
  for (const time of mornings) {
    for (const mail of person.mails.slice(come.size)) {
      if (Date.parse(mail.date) > time) break
      now = new Date(mail.date)
      const { source } = await fetchedOf(mail)
      under.mailbox.deliver(source)
      come.set(mailIdOf(source), mail)
    }
    now = new Date(time)
    await under.syncToEnd()
    const { needs } = await readToday(parts, 'ada')
    const all = (await (await mailOf('ada'))?.needs(50))?.rows ?? []
    expect(needs.total).toBe(all.length)
    const seeming = new Set(all.map(({ id }) => id))
    for (const [id, mail] of come) pairs.push([needsReader(mail, time), seeming.has(id)])
  }
  return pairs
}

// its quick form is that of the person who was left out
describe.runIf(sized(false, true))(
  'of five people, as the built-in rules understand strangers',
  () => {
    it('says on each day which mails need their reader, mostly rightly', async () => {
      const pairs: Awaited<ReturnType<typeof needsByRules>> = []
      const people = readPeople()
      const lessons = await lessonsOf(people)
      for (const person of people.filter(({ letter }) => letter <= 'E'))
        await withoutLessonsOf(person.letter, lessons, async () => {
          const own = inOrder(person)
          pairs.push(...(await needsByRules(own, morningsOf(own))))
        })

      const { recall, precision } = ratesOf(pairs, (pair) => pair)
      expect(recall).toBeGreaterThan(0.85)
      expect(precision).toBeGreaterThan(0.8)
    }, 600_000)
  },
)

describe('of the sample mailbox, as the built-in rules understand it', () => {
  const interviews = [
    ['Technical interview, Osprey Health', '2026-11-26T13:00:00.000Z', '2026-11-26T14:00:00.000Z'],
    ['Einladung zum Vorstellungsgespräch', '2026-11-30T12:30:00.000Z', '2026-11-30T13:15:00.000Z'],
    ['On-site interview at Lumen Maps', '2026-12-01T10:00:00.000Z', '2026-12-01T15:00:00.000Z'],
    ['Interview with Pinion Robotics', '2026-12-02T15:00:00.000Z', '2026-12-02T15:45:00.000Z'],
  ] as const
  const deadlines = [
    ['Your take-home exercise for Quarrel Labs', '2026-11-27T22:59:59.999Z'],
    ['Your offer from Harbourlight', '2026-11-30T22:59:59.999Z'],
  ] as const

  it('is what its mails say on each day', async () => {
    const anchor = new Date('2026-11-23T09:00:00Z')
    let now = anchor
    const userZone = 'Europe/Berlin'
    const { calendars } = await calendarsUnderTest({ now: () => now, zoneOf: () => userZone })
    await calendars.choose('ada', 'local')
    const under = await startMail({
      now: () => now,
      zoneOf: () => userZone,
      appointments: appointmentsOf(calendars),
      analyze: createAnalyze({ llm: guidesLlm(), log: { warn: () => {} } }),
      openConfigured: undefined,
      startsWithSample: true,
      openSample: async ({ userId: _, ...settings }) =>
        createSampleMailbox({ ...settings, address: 'ada@example.test', userZone, composeUrl: '' }),
    })
    await under.syncToEnd()
    const parts = {
      now: () => now,
      zoneOf: () => userZone,
      mailOf: mailOfToday(under.assistant),
      calendarOf: (userId: string) => calendars.eventsFor(userId),
      visits: await openVisits({ folder: under.folder, report: () => {} }),
    }
    for (let day = 0; day < DAYS; day++) {
      now = new Date(anchor.getTime() + day * DAY_MS)
      const at = now.toISOString()
      const today = await readToday(parts, 'ada')
      const ahead = interviews.filter(([, , end]) => end > at)
      expect(
        today.interviews.map(({ summary, time }) => [
          summary,
          time.kind === 'instant' && time.start,
        ]),
        at,
      ).toEqual(ahead.slice(0, 3).map(([summary, start]) => [summary, start]))
      const live = deadlines.filter(([, due]) => Date.parse(due) + 3 * DAY_MS >= now.getTime())
      expect(
        today.deadlines.map(({ subject, due }) => [subject, due]),
        at,
      ).toEqual(live)
    }
  }, 120_000)
})
