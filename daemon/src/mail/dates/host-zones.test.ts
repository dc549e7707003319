import { expect, test, vi } from 'vitest'
import { findDates } from './find-dates.ts'
import { readInvitations } from './read-invitations.ts'
import { dateContext, dateFixtures, showTime, zoneFixtures } from './testing/fixtures.ts'

test.each(['UTC', 'America/New_York', 'Europe/Zurich', 'Australia/Lord_Howe'])(
  'reads the same on a host in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(hostOffsets[zone])

    const context = { ...dateContext, sentAt: '2026-01-10T12:00:00.000Z', dateOffset: 60 }
    const invitations = zoneFixtures.map(async ({ calendar }) =>
      showTime((await readInvitations([calendar], context))[0]?.time),
    )
    const dates = dateFixtures.map(({ text }) =>
      findDates(text, dateContext).map(({ time }) => showTime(time)),
    )

    expect(await Promise.all(invitations)).toEqual(zoneFixtures.map(({ expected }) => expected))
    expect(dates.map((each) => each.join(', '))).toEqual(
      dateFixtures.map(({ expected }) => expected),
    )
  },
)

/** How far behind UTC a host of each zone is in winter on the northern half, in minutes. */
const hostOffsets: Readonly<Record<string, number>> = {
  UTC: 0,
  'America/New_York': 300,
  'Europe/Zurich': -60,
  'Australia/Lord_Howe': -660,
}
