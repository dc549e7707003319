import { WorkingTime } from '@shortlist/contracts/calendar'
import { DateTime } from 'luxon'
import { expect, it } from 'vitest'
import { plainMail } from '../../.config/testing/plain-mail.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { type MailClient, mailClient } from './mail-client.ts'

const zone = 'Pacific/Auckland'

async function timesOf({ caller }: MailClient, change?: object) {
  const path = `/api/settings/${caller.account.id}/times`
  return caller.call(change ? 'PATCH' : 'GET', path, change)
}

it('reads times that name no zone in the one that the account has chosen, from then on', async () => {
  const day = DateTime.now().plus({ days: 20 }).startOf('day')
  const body = `Your interview takes place on ${day.toFormat('d MMMM yyyy')} at 14:00. We look forward to it.`
  const subject = 'Your interview is confirmed'
  const daemon = await startDaemon({ mails: [plainMail({ number: 1, subject, body })] })
  const ada = await mailClient(daemon.url)
  const bob = await mailClient(daemon.url, 'bob@example.test')
  const before = WorkingTime.parse(await (await timesOf(bob)).json())

  const chosen = await timesOf(ada, { zone })
  expect(WorkingTime.parse(await chosen.json())).toMatchObject({ zone, setBy: null })
  expect((await ada.calendar()).timeZone).toBe(zone)
  await ada.hears('calendar-changed', 1)
  expect(WorkingTime.parse(await (await timesOf(bob)).json())).toEqual(before)
  const foreign = `/api/settings/${ada.caller.account.id}/times`
  for (const [method, body] of [['GET'], ['PATCH', { zone }]] as const)
    expect((await bob.caller.call(method, foreign, body)).status).toBe(403)

  await ada.useLocalCalendar()
  await ada.until(({ connected }) => connected)
  await ada.syncToEnd()
  const { emails } = await ada.status()
  const there = day.setZone(zone, { keepLocalTime: true }).set({ hour: 14 })
  expect(emails[0]?.events[0]?.time).toMatchObject({
    kind: 'instant',
    start: there.toUTC().toISO(),
    timeZone: zone,
  })
  expect((await timesOf(ada, { zone: 'Mars/Base' })).status).toBe(400)
  expect((await timesOf(ada, { hours: { days: [], from: '9', to: '8' } })).status).toBe(400)
  expect((await ada.calendar()).timeZone).toBe(zone)
})
