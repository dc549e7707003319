import { describe, expect, it } from 'vitest'
import type { Calendar, NewEvent } from '../src/calendar/ports.ts'

/** A calendar, empty and ready. */
export interface CalendarUnderTest {
  readonly calendar: Calendar
}

const tuesday: NewEvent = {
  id: 'a'.repeat(52),
  summary: 'Interview, "final"; with Ünal 😀',
  location: 'Hauptstr. 1, Berlin',
  description: "Created by Shortlist from the mail 'Your interview'.",
  time: {
    kind: 'instant',
    start: '2026-11-24T09:00:00.000Z',
    end: '2026-11-24T09:30:00.000Z',
    timeZone: 'Europe/Berlin',
  },
  emailId: 'mail-1',
}
const wholeDays: NewEvent = {
  ...tuesday,
  id: 'b'.repeat(52),
  time: { kind: 'day', start: '2026-11-26', end: '2026-11-28' },
}
const wednesday: NewEvent = {
  ...tuesday,
  summary: 'Interview',
  time: { ...tuesday.time, start: '2026-11-25T10:00:00.000Z', end: '2026-11-25T11:00:00.000Z' },
} as NewEvent

/** What every calendar promises; `open` gives a fresh one for each test. */
export function calendarContract(open: () => Promise<CalendarUnderTest>): void {
  describe('as every calendar', () => {
    holdsEvents(open)
    changesEvents(open)
    saysWhatIsTaken(open)
  })
}

type Open = Parameters<typeof calendarContract>[0]

function holdsEvents(open: Open): void {
  it.each([
    ['an instant', tuesday],
    ['whole days', wholeDays],
  ])('holds %s', async (_, event) => {
    const { calendar } = await open()

    const link = await calendar.insert(event)
    expect(await calendar.get(event.id)).toEqual({ ...event, link, isCancelled: false })
  })

  it('has each id once, also after its event was deleted', async () => {
    const { calendar } = await open()
    await calendar.insert(tuesday)
    expect(await calendar.insert(tuesday)).toBeNull()

    await calendar.remove(tuesday.id)
    expect(await calendar.insert(tuesday)).toBeNull()
    expect(await calendar.get(tuesday.id)).toMatchObject({ isCancelled: true })
  })

  it('knows nothing of what it was never given', async () => {
    const { calendar } = await open()

    expect(await calendar.get(tuesday.id)).toBeNull()
    expect(await calendar.update(tuesday)).toBe(false)
    expect(await calendar.restore(tuesday)).toBeNull()
    await calendar.remove(tuesday.id)
  })
}

function changesEvents(open: Open): void {
  it('changes time and texts', async () => {
    const { calendar } = await open()
    await calendar.insert(tuesday)

    expect(await calendar.update(wednesday)).toBe(true)
    expect(await calendar.get(tuesday.id)).toMatchObject(wednesday)
  })

  it('turns an instant into whole days and back', async () => {
    const { calendar } = await open()
    await calendar.insert(tuesday)

    for (const time of [wholeDays.time, tuesday.time]) {
      expect(await calendar.update({ ...tuesday, time })).toBe(true)
      expect((await calendar.get(tuesday.id))?.time).toEqual(time)
    }
  })

  it('removes for good, as often as asked', async () => {
    const { calendar } = await open()
    await calendar.insert(tuesday)

    await calendar.remove(tuesday.id)
    await calendar.remove(tuesday.id)

    expect(await calendar.update(wednesday)).toBe(false)
    expect(await calendar.get(tuesday.id)).toMatchObject({ isCancelled: true })
  })

  it('puts back what was deleted', async () => {
    const { calendar } = await open()
    await calendar.insert(tuesday)
    await calendar.remove(tuesday.id)

    expect(await calendar.restore(wednesday)).not.toBeNull()
    expect(await calendar.get(tuesday.id)).toMatchObject({ ...wednesday, isCancelled: false })
  })
}

function saysWhatIsTaken(open: Open): void {
  it('says what is taken, up to the moment it ends', async () => {
    const { calendar } = await open()
    await calendar.insert(tuesday)
    const taken = async (from: string, to: string) =>
      (await calendar.busy(`2026-11-24T${from}:00.000Z`, `2026-11-24T${to}:00.000Z`)).length

    expect(await taken('09:29', '10:00')).toBe(1)
    expect(await taken('08:00', '09:01')).toBe(1)
    expect(await taken('09:30', '10:00')).toBe(0)
    expect(await taken('08:00', '09:00')).toBe(0)
    await calendar.remove(tuesday.id)
    expect(await taken('09:00', '09:30')).toBe(0)
  })
}
