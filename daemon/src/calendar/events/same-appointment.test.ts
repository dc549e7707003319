import { beforeEach, describe, expect, it } from 'vitest'
import { type EventsUnderTest, eventsUnderTest } from '../testing/events-under-test.ts'
import { halfHour, inText, invitation, mail } from '../testing/proposals.ts'

const tuesday = halfHour('2026-11-24T09:00Z')
const wednesday = halfHour('2026-11-25T10:00Z')
const stranger = { name: 'Mallory', address: 'mallory@evil.example' }
const colleague = { name: 'Ben', address: 'ben@acme.example' }

let under: EventsUnderTest

beforeEach(async () => {
  under = await eventsUnderTest()
})

async function states(emailId: string): Promise<string[]> {
  return (await under.eventsOf(emailId)).map(({ state }) => state)
}

describe('several mails about one appointment', () => {
  it('are one event in one conversation, whoever writes', async () => {
    const first = mail({ threadKey: 'thread' })
    const second = mail({ threadKey: 'thread', sender: colleague })
    await under.events.place(first, [inText()], 'sync')
    await under.events.place(second, [inText({ summary: 'Talk with Ben' })], 'sync')

    expect(Object.values(under.held())).toEqual([`${tuesday.start} Interview at Acme`])
    expect([await states(first.emailId), await states(second.emailId)]).toEqual([
      ['created'],
      ['created'],
    ])
  })

  it.each(['the text', 'the invitation'])('are one event where %s comes first', async (which) => {
    const [text, invited] = [mail(), mail()]
    const steps = [
      () => under.events.place(text, [inText()], 'sync'),
      () => under.events.place(invited, [invitation()], 'sync'),
    ]
    for (const step of which === 'the text' ? steps : steps.reverse()) await step()
    expect(Object.keys(under.held())).toHaveLength(1)

    await under.events.place(mail(), [invitation({ sequence: 1, time: wednesday })], 'sync')

    expect(Object.values(under.held())).toEqual([`${wednesday.start} Interview at Acme`])
    expect(await states(text.emailId)).toEqual(['superseded'])
  })

  it('are one event where the text is read between two versions, newest first', async () => {
    const [text, old] = [mail(), mail()]
    await under.events.place(mail(), [invitation({ sequence: 1, time: wednesday })], 'sync')
    await under.events.place(text, [inText()], 'sync')

    await under.events.place(old, [invitation()], 'sync')

    expect(Object.values(under.held())).toEqual([`${wednesday.start} Interview at Acme`])
    expect([await states(text.emailId), await states(old.emailId)]).toEqual([
      ['superseded'],
      ['superseded'],
    ])
    expect(under.changed).toContain(text.emailId)
  })

  it('are another event where a newer text names the time that was left', async () => {
    await under.events.place(mail(), [invitation()], 'sync')
    await under.events.place(mail(), [invitation({ sequence: 1, time: wednesday })], 'sync')

    const newer = mail({ date: '2026-11-20T08:00:00.000Z' })
    await under.events.place(newer, [inText({ summary: 'Second round' })], 'sync')

    expect(Object.values(under.held()).sort()).toEqual([
      `${tuesday.start} Second round`,
      `${wednesday.start} Interview at Acme`,
    ])
  })

  it('stay undone when the invitation follows', async () => {
    const [event] = await under.events.place(mail(), [inText()], 'sync')
    await under.events.undo(event?.id ?? '')

    await under.events.place(mail(), [invitation()], 'sync')

    expect(under.held()).toEqual({})
  })
})

describe('an invitation of somebody else', () => {
  it('waits where a text of the conversation has brought the time before', async () => {
    const text = mail({ threadKey: 'thread' })
    const later = { sender: stranger, date: '2026-11-19T09:00:00.000Z' }
    const invited = mail({ threadKey: 'thread', ...later })
    await under.events.place(text, [inText()], 'sync')
    await under.events.place(invited, [invitation({ summary: 'Panel' })], 'sync')

    expect(Object.values(under.held())).toEqual([`${tuesday.start} Interview at Acme`])
    expect((await under.eventsOf(invited.emailId))[0]).toMatchObject({
      state: 'waiting',
      reason: 'You already have something at this time.',
    })
  })

  it('gives its place and link to a text of a colleague, whichever comes first', async () => {
    const text = mail({ threadKey: 'thread' })
    const invited = mail({ threadKey: 'thread', sender: colleague })
    await under.events.place(text, [inText()], 'sync')
    await under.events.place(invited, [invitation({ summary: 'Panel' })], 'sync')

    expect(under.feed()).toMatchObject([
      { summary: 'Panel', location: 'https://meet.acme.example/abc', emailId: invited.emailId },
    ])
    expect(await states(text.emailId)).toEqual(['created'])
  })

  it('is an event of its own where the text only waits', async () => {
    const text = mail({ threadKey: 'thread' })
    await under.events.place(text, [inText({ isProven: false })], 'sync')
    const invited = mail({ threadKey: 'thread', sender: colleague })

    await under.events.place(invited, [invitation()], 'sync')

    expect(await states(invited.emailId)).toEqual(['created'])
  })

  it('is another appointment where one address writes for many', async () => {
    const sender = { name: 'Acme', address: 'no-reply@ats.example' }
    await under.events.place(mail({ sender }), [inText()], 'sync')

    const [event] = await under.events.place(mail({ sender }), [invitation()], 'sync')

    expect(event).toMatchObject({
      state: 'waiting',
      reason: 'You already have something at this time.',
    })
  })
})

describe('a text that another analysis reads', () => {
  it('never changes or removes what is in the calendar', async () => {
    const text = mail()
    await under.events.place(text, [inText()], 'sync')

    await under.events.place(text, [inText({ summary: 'Something else' })], 'sync')
    await under.events.place(text, [], 'sync')
    await under.events.place(text, [inText({ method: 'cancel' })], 'sync')

    expect(Object.values(under.held())).toEqual([`${tuesday.start} Interview at Acme`])
  })

  it('leaves nothing behind where it only waited', async () => {
    const text = mail()
    await under.events.place(text, [inText({ isProven: false })], 'sync')

    const [event, ...others] = await under.events.place(text, [inText({ time: wednesday })], 'sync')

    expect(others).toEqual([])
    expect(event).toMatchObject({ state: 'created', time: wednesday })
  })
})

describe('another sender with the same UID', () => {
  const anotherName = { sender: stranger }
  const borrowedName = { isSenderDoubted: true }
  const move = invitation({ sequence: 9, time: wednesday })
  const cancel = invitation({ sequence: 9, method: 'cancel' })

  it.each([
    ['removes nothing', anotherName, cancel],
    ['removes nothing under a borrowed name', borrowedName, cancel],
  ])('%s', async (_, from, proposal) => {
    const [own, foreign] = [mail(), mail(from)]
    await under.events.place(own, [invitation()], 'sync')

    await under.events.place(foreign, [proposal], 'sync')

    expect(Object.values(under.held())).toEqual([`${tuesday.start} Interview at Acme`])
    expect(await states(own.emailId)).toEqual(['created'])
  })

  it.each([
    ['another address', anotherName],
    ['a borrowed one', borrowedName],
  ])('makes both wait where nobody is proven, from %s', async (_, from) => {
    const [own, foreign] = [mail(), mail(from)]
    await under.events.place(own, [invitation()], 'sync')
    const { emailId } = foreign

    await under.events.place(foreign, [move], 'sync')

    expect(under.held()).toEqual({})
    expect((await under.eventsOf(own.emailId))[0]).toMatchObject({
      state: 'waiting',
      reason: 'Several senders have sent this invitation, and nobody can tell whose it is.',
    })
    expect(await states(emailId)).toEqual(['waiting'])
  })

  it.each(['first', 'last'])('never holds it beside its organizer, read %s', async (when) => {
    const organizer = 'talent@acme.example'
    const [own, foreign] = [
      mail({ isSenderProven: true }),
      mail({ sender: stranger, isSenderProven: true }),
    ]
    const steps = [
      () => under.events.place(foreign, [{ ...move, organizer }], 'sync'),
      () => under.events.place(own, [invitation({ organizer })], 'sync'),
    ]
    for (const step of when === 'first' ? steps : steps.reverse()) await step()

    expect(Object.values(under.held())).toEqual([`${tuesday.start} Interview at Acme`])
    expect(await states(own.emailId)).toEqual(['created'])
    expect((await under.eventsOf(foreign.emailId))[0]).toMatchObject({
      state: 'waiting',
      reason: 'A confirmed sender has sent this invitation; this one comes from somebody else.',
    })
  })

  it('does not take over what a text has brought, even in its conversation', async () => {
    const own = mail({ threadKey: 'thread' })
    await under.events.place(own, [inText()], 'sync')
    const later = { sender: stranger, date: '2026-11-19T09:00:00.000Z' }
    const foreign = mail({ threadKey: 'thread', ...later })
    await under.events.place(foreign, [invitation()], 'sync')

    await under.events.place(
      mail({ threadKey: 'thread', ...later }),
      [invitation({ sequence: 1, method: 'cancel' })],
      'sync',
    )

    expect(Object.values(under.held())).toEqual([`${tuesday.start} Interview at Acme`])
    expect(await states(own.emailId)).toEqual(['created'])
  })
})

describe('a series', () => {
  const weeks = ['2026-11-24', '2026-12-01', '2026-12-08']
  const occurrence = (start: string, changes = {}) => {
    const time = halfHour(`${start}T09:00Z`)
    return invitation({ recurrenceId: time.start, time, ...changes })
  }
  const listed = (days: readonly string[], changes = {}) =>
    days.map((day) => occurrence(day, changes))

  it('is called off as a whole, whatever comes first', async () => {
    const off = invitation({ sequence: 1, method: 'cancel' })
    await under.events.place(mail(), listed(weeks), 'sync')
    expect(Object.keys(under.held())).toHaveLength(3)

    await under.events.place(mail(), [off], 'sync')
    expect(under.held()).toEqual({})

    under = await eventsUnderTest()
    await under.events.place(mail(), [off], 'sync')
    const series = mail()
    await under.events.place(series, listed(weeks), 'sync')
    expect(under.held()).toEqual({})
    expect(await states(series.emailId)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })

  it('loses or moves single occurrences', async () => {
    await under.events.place(mail(), listed(weeks), 'sync')
    const [first = '', second = ''] = weeks.map((day) => halfHour(`${day}T09:00Z`).start)

    const gone = invitation({ recurrenceId: first, sequence: 1, method: 'cancel' })
    await under.events.place(mail(), [gone], 'sync')
    const moved = invitation({ recurrenceId: second, sequence: 1, time: wednesday })
    await under.events.place(mail(), [moved], 'sync')

    expect(Object.values(under.held()).sort()).toEqual([
      `${wednesday.start} Interview at Acme`,
      '2026-12-08T09:00:00.000Z Interview at Acme',
    ])
  })

  it.each(['older first', 'newer first'])('has the dates of its latest list, %s', async (order) => {
    const [old, recent] = [mail(), mail()]
    const wednesdays = ['2026-11-25', '2026-12-02', '2026-12-09']
    const steps = [
      () => under.events.place(old, listed(weeks), 'sync'),
      () => under.events.place(recent, listed(wednesdays, { sequence: 1 }), 'sync'),
    ]
    for (const step of order === 'older first' ? steps : steps.reverse()) await step()

    expect(Object.values(under.held()).sort()).toEqual(
      wednesdays.map((day) => `${day}T09:00:00.000Z Interview at Acme`),
    )
    expect(new Set(await states(old.emailId))).toEqual(new Set(['superseded']))
  })

  it('goes on as time goes by, counts once, and ends where it is called off', async () => {
    const days = Array.from({ length: 20 }, (_, at) => {
      return new Date(Date.parse('2026-11-24T09:00Z') + at * 7 * 86_400_000).toISOString()
    })
    const [first, ...repeats] = days
    const series = mail()
    const proposal = invitation({ recurrenceId: first ?? '', repeats })
    await under.events.place(series, [proposal], 'sync')
    expect(Object.keys(under.held())).toHaveLength(9)

    under.now = new Date('2026-12-24T12:00:00.000Z')
    expect(await under.events.retryFailed('next')).toEqual([series.emailId])
    expect(Object.keys(under.held())).toHaveLength(13)
    expect(await under.events.retryFailed('another')).toEqual([])

    const moved = invitation({
      recurrenceId: repeats[8] ?? '',
      sequence: 1,
      time: halfHour('2027-01-27T12:00Z'),
    })
    await under.events.place(mail(), [moved], 'next')
    expect(Object.values(under.held())).toContain('2027-01-27T12:00:00.000Z Interview at Acme')
    await under.events.place(mail(), [invitation({ sequence: 2, method: 'cancel' })], 'next')
    expect(Object.values(under.held()).filter((event) => event > '2026-12-24')).toEqual([])
  })
})
