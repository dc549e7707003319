import { describe, expect, it } from 'vitest'
import { calendarsUnderTest } from './testing/calendars-under-test.ts'
import { halfHour, invitation, mail } from './testing/proposals.ts'

describe('the local calendar', () => {
  it('counts as connected once it is chosen, and after a restart', async () => {
    const under = await calendarsUnderTest()
    expect(await under.calendars.status('ada')).toMatchObject({ connected: false, kind: null })
    await expect(under.calendars.check('ada')).rejects.toMatchObject({ code: 'CAL_NOT_CONNECTED' })

    expect(await under.calendars.status('ada')).toMatchObject({ wasChosen: false })
    await under.calendars.choose('ada', 'local')

    expect(under.published).toEqual(['ada calendar-changed'])
    const { feedUrl } = await under.calendars.status('ada')
    expect(feedUrl).toMatch(/^http:\/\/localhost:4000\/api\/calendar\/feed\/[\w-]{43}\.ics$/)
    await under.reopen()
    expect(await under.calendars.status('ada')).toEqual({
      connected: true,
      error: null,
      kind: 'local',
      canUseGoogle: false,
      isGoogleSignedIn: false,
      wasChosen: true,
      feedUrl,
      timeZone: 'Europe/Berlin',
    })
  })

  it('keeps what stands in it while another one or none is chosen, and its feed comes back', async () => {
    const under = await calendarsUnderTest()
    const { calendars } = under
    const { feedUrl } = await calendars.choose('ada', 'local')
    const events = await calendars.eventsFor('ada')
    await events.place(mail(), [invitation()], 'sync')

    expect(await calendars.choose('ada', 'none')).toMatchObject({ connected: false, feedUrl: null })
    expect(await calendars.choose('ada', 'local')).toMatchObject({ connected: true, feedUrl })
    expect((await calendars.agenda('ada')).events).toMatchObject([{ summary: 'Interview at Acme' }])
    expect((await calendars.agenda('bob')).events).toEqual([])
    await expect(calendars.choose('ada', 'google')).rejects.toMatchObject({
      code: 'CAL_NOT_CONFIGURED',
    })
    expect((await calendars.status('ada')).kind).toBe('local')
  })

  it('tells of 14 days, today included, and of what has not ended', async () => {
    const under = await calendarsUnderTest()
    const { calendars } = under
    await calendars.choose('ada', 'local')
    const events = await calendars.eventsFor('ada')
    for (const start of ['2026-12-03T22:00Z', '2026-11-24T09:00Z', '2026-12-04T08:00Z'])
      await events.place(mail(), [invitation({ uid: start, time: halfHour(start) })], start)
    const starts = async () =>
      (await calendars.agenda('ada')).events.map(
        ({ time }) => time.kind === 'instant' && time.start,
      )

    expect(await starts()).toEqual(['2026-11-24T09:00:00.000Z', '2026-12-03T22:00:00.000Z'])
    under.setNow(new Date('2026-11-24T09:29:00Z'))
    expect(await starts()).toHaveLength(3)
    under.setNow(new Date('2026-11-24T09:30:00Z'))
    expect(await starts()).toEqual(['2026-12-03T22:00:00.000Z', '2026-12-04T08:00:00.000Z'])
  })

  it('holds what a mail invites to, moves it and removes it', async () => {
    const under = await calendarsUnderTest()
    const { calendars } = under
    await calendars.choose('ada', 'local')
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
