import { expect, it } from 'vitest'
import { calendarContract } from '../../test/calendar-contract.ts'
import { memoryFile } from '../../test/memory-file.ts'
import { openCollection, type Rows } from '../platform/storage/collection.ts'
import { LocalEvent, localCalendar } from './local-calendar.ts'
import type { NewEvent } from './ports.ts'
import { halfHour, NOW } from './testing/proposals.ts'

async function openEvents() {
  return openCollection(memoryFile<Rows<LocalEvent>>(), LocalEvent)
}

async function open(userId = 'ada', events?: Awaited<ReturnType<typeof openEvents>>) {
  const rows = events ?? (await openEvents())
  let now = NOW
  const calendar = localCalendar({
    userId,
    events: rows,
    now: () => now,
    userZone: () => 'Europe/Berlin',
  })
  return { calendar, setNow: (date: Date) => (now = date) }
}

const event: NewEvent = {
  id: 'a'.repeat(52),
  summary: 'Interview',
  location: '',
  description: '',
  time: halfHour('2026-11-24T09:00Z'),
  emailId: 'mail-1',
}

calendarContract(open)

it('keeps the calendars of two accounts apart', async () => {
  const events = await openEvents()
  const [ada, bob] = [await open('ada', events), await open('bob', events)]

  await ada.calendar.insert(event)

  expect(await bob.calendar.get(event.id)).toBeNull()
  expect(await bob.calendar.insert(event)).not.toBeNull()
  expect(bob.calendar.events()).toHaveLength(1)
})

it('counts changes, and says when the last one was', async () => {
  const { calendar, setNow } = await open()
  await calendar.insert(event)
  setNow(new Date('2026-11-21T08:00:00.000Z'))

  await calendar.update({ ...event, summary: 'Final interview' })

  expect(calendar.events()).toMatchObject([
    {
      sequence: 1,
      createdAt: '2026-11-20T12:00:00.000Z',
      changedAt: '2026-11-21T08:00:00.000Z',
    },
  ])
})

it('takes whole days from midnight to midnight of the user', async () => {
  const { calendar } = await open()
  const time = { kind: 'day', start: '2026-11-24', end: '2026-11-25' } as const
  await calendar.insert({ ...event, time })

  expect(await calendar.busy('2026-11-24T22:59:59.000Z', '2026-11-25T12:00:00.000Z')).toEqual([
    { start: '2026-11-23T23:00:00.000Z', end: '2026-11-24T23:00:00.000Z' },
  ])
  expect(await calendar.busy('2026-11-24T23:00:00.000Z', '2026-11-25T12:00:00.000Z')).toEqual([])
})
