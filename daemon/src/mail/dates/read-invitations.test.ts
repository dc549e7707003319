import { expect, test } from 'vitest'
import { readInvitations } from './read-invitations.ts'
import { showTime, writeCalendar, writeEvent, zoneFixtures } from './testing/fixtures.ts'

const context = { userZone: 'Europe/Zurich', sentAt: '2026-01-10T12:00:00.000Z', dateOffset: 60 }

test.each(zoneFixtures)('reads $title', async ({ calendar, expected }) => {
  const [proposal, ...others] = await readInvitations([calendar], context)
  expect(showTime(proposal?.time)).toBe(expected)
  expect(others).toEqual([])
})

test('there are at least 40 fixtures of zones, each with its own title', () => {
  expect(new Set(zoneFixtures.map(({ title }) => title)).size).toBe(zoneFixtures.length)
  expect(zoneFixtures.length).toBeGreaterThanOrEqual(40)
})

test('reads floating times in the zone of whoever reads them', async () => {
  const calendar = writeCalendar('REQUEST', writeEvent('DTSTART:20260715T100000', 'DURATION:PT1H'))
  const [proposal] = await readInvitations([calendar], {
    ...context,
    userZone: 'America/Los_Angeles',
  })
  expect(showTime(proposal?.time)).toBe('2026-07-15T17:00Z 2026-07-15T18:00Z America/Los_Angeles')
})

test('says what cannot be resolved and why', async () => {
  const calendar = writeCalendar('REQUEST', writeEvent('DTSTART;TZID=Mars:20260318T100000'))
  const [proposal] = await readInvitations([calendar], context)
  expect(proposal?.time).toEqual({
    kind: 'unclear',
    text: 'Wed 18 Mar 2026 10:00 (Mars)',
    reason: 'The invitation names a time zone that is not known.',
  })
})
