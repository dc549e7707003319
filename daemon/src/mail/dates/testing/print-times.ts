import { findDates } from '../find-dates.ts'
import { readInvitations } from '../read-invitations.ts'
import { dateContext, dateFixtures, showTime, zoneFixtures } from './fixtures.ts'

/** Prints what this host reads from all fixtures, so that hosts in several zones can be compared. */
const context = { userZone: 'Europe/Zurich', sentAt: '2026-01-10T12:00:00.000Z', dateOffset: 60 }
const invitations: string[] = []
for (const { calendar } of zoneFixtures)
  invitations.push(showTime((await readInvitations([calendar], context))[0]?.time))
const dates: string[] = []
for (const { text } of dateFixtures)
  dates.push(
    (await findDates(text, dateContext)).map(({ time: found }) => showTime(found)).join(', '),
  )
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
process.stdout.write(JSON.stringify({ zone, invitations, dates }))
