import { describe, expect, it } from 'vitest'
import { calendarsUnderTest } from './testing/calendars-under-test.ts'
import { halfHour, invitation, mail } from './testing/proposals.ts'

describe('the local calendar', () => {
  it('counts as connected once it is chosen, and after a restart', async () => {
    const under = await calendarsUnderTest()
    expect(await under.calendars.status('ada')).toMatchObject({ connected: false, kind: null })
    await expect(under.calendars.check('ada')).rejects.toMatchObject({ code: 'CAL_NOT_CONNECTED' })

    await under.calendars.useLocal('ada')

    expect(under.published).toEqual(['ada calendar-changed'])
    const { feedUrl } = await under.calendars.status('ada')
    expect(feedUrl).toMatch(/^http:\/\/localhost:4000\/api\/calendar\/feed\/[\w-]{43}\.ics$/)
    await under.reopen()
    expect(await under.calendars.status('ada')).toEqual({
      connected: true,
      error: null,
      kind: 'local',
      canUseGoogle: false,
      feedUrl,
      timeZone: 'Europe/Berlin',
    })
  })

  it('holds what a mail invites to, moves it and removes it', async () => {
    const under = await calendarsUnderTest()
    const { calendars } = under
    await calendars.useLocal('ada')
    const [first, moved, off] = [mail(), mail(), mail()]

    const [created] = await (await calendars.eventsFor('ada')).place(first, [invitation()], 'sync')
    expect(created).toMatchObject({
      state: 'created',
      summary: 'Interview at Acme',
      startTime: '2026-11-24T09:00:00.000Z',
      link: `http://localhost:4000/api/calendar/events/ada/${created?.id}/ics`,
    })

    const time = halfHour('2026-11-25T10:00Z')
    await (await calendars.eventsFor('ada')).place(
      moved,
      [invitation({ sequence: 1, time })],
      'sync',
    )
    expect((await under.eventsOf(first.emailId))[0]).toMatchObject({
      state: 'superseded',
      reason: 'Moved to Wed 25 Nov, 11:00 by a later mail.',
    })
    expect((await under.eventsOf(moved.emailId))[0]).toMatchObject({ state: 'created', time })

    await (await calendars.eventsFor('ada')).place(
      off,
      [invitation({ sequence: 2, method: 'cancel', time })],
      'sync',
    )
    expect((await under.eventsOf(moved.emailId))[0]?.state).toBe('cancelled')
  })
})
