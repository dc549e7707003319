import { expect, test } from 'vitest'
import { busyMilliseconds } from '../../../../.config/testing/busy-milliseconds.ts'
import { findDates } from './find-dates.ts'
import { dateContext, showTime } from './testing/fixtures.ts'

const read = async (text: string, change = {}) =>
  (await findDates(text, { ...dateContext, ...change })).map(({ time }) => showTime(time)).join()

const neighbour = { dateOffset: 60 }
const neighbourContext = { ...dateContext, ...neighbour }

test('a time without a zone is the user’s if sender and user kept the same time', async () => {
  expect(await read('See you on 24 November at 10:00.', neighbour)).toBe(
    '2026-11-24T09:00Z 2026-11-24T10:00Z Europe/Zurich',
  )
  expect(await read('See you on 24 July 2027 at 10:00.', neighbour)).toBe(
    '2027-07-24T08:00Z 2027-07-24T09:00Z Europe/Zurich',
  )
})

test('it is the user’s where nobody knows what the sender kept, or only that a server wrote UTC', async () => {
  for (const dateOffset of [0, null])
    expect(await read('See you on 24 November at 10:00.', { dateOffset })).toBe(
      '2026-11-24T09:00Z 2026-11-24T10:00Z Europe/Zurich',
    )
})

test('it is unclear where the mail speaks of another zone anywhere', async () => {
  for (const other of [
    'We sit in Lisbon.',
    'Sorry, pacific.',
    'Ours is Eastern Time.',
    'I sit in Lisbon (UTC+0).',
    'A las 10 hora Colombia.',
  ])
    expect(await read(`See you on 24 November at 10:00.\n\n${other}`, { dateOffset: 0 })).toContain(
      'unclear',
    )
})

test('it is unclear where the sender kept another time', async () => {
  for (const dateOffset of [-360, 120])
    expect(
      await findDates('See you on 24 November at 10:00.', { ...dateContext, dateOffset }),
    ).toMatchObject([
      {
        time: {
          kind: 'unclear',
          text: '24 November at 10:00',
          reason: 'The mail names no time zone.',
        },
      },
    ])
})

test('"tomorrow" counts from the day at the sender', async () => {
  const late = { sentAt: '2026-11-19T03:00:00.000Z' }
  expect(await read('The call is tomorrow.', { ...late, dateOffset: -360 })).toBe(
    '2026-11-19 2026-11-20',
  )
  expect(await read('The call is tomorrow.', { ...late, dateOffset: 60 })).toBe(
    '2026-11-20 2026-11-21',
  )
  expect(await read('The call is tomorrow.', { ...late, dateOffset: null })).toBe(
    '2026-11-20 2026-11-21',
  )
})

test('CST is what the sender’s clock says, else it is unclear', async () => {
  const text = 'A call on 24 November at 10:00 CST.'
  expect(await read(text, { dateOffset: 480 })).toContain('2026-11-24T02:00Z')
  expect(await read(text, { dateOffset: -360 })).toContain('2026-11-24T16:00Z')
  expect(await read(text, { dateOffset: 0 })).toBe('unclear')
})

test('GMT in summer is unclear from somebody who keeps British time', async () => {
  const text = 'A call on 20 July 2026 at 10:00 GMT.'
  const june = { sentAt: '2026-06-18T12:00:00.000Z' }
  expect(await read(text, { ...june, dateOffset: 60 })).toBe('unclear')
  expect(await read(text, { ...june, dateOffset: 120 })).toContain('2026-07-20T10:00Z')
})

test('a date without a year is the next one, or one of the last three months', async () => {
  const january = { sentAt: '2027-01-10T12:00:00.000Z' }
  expect(await read('We met on 24 November.', january)).toBe('2026-11-24 2026-11-25')
  expect(await read('We meet on 24 March.', january)).toBe('2027-03-24 2027-03-25')
  expect(await read('We met on Tuesday, 24 November.', january)).toBe('2026-11-24 2026-11-25')
  expect(await read('We meet on Wednesday, 24 November.', january)).toBe('unclear')
})

test('says what is past', async () => {
  const text =
    'We met on 12 November 2026, talked today at 06:00 UTC, and meet on 24 November 2026.'
  const dates = await findDates(text, dateContext)
  expect(dates.map(({ isPast }) => isPast)).toEqual([true, true, false])
})

test('tells days from times, and given ends from assumed ones', async () => {
  const text =
    'On 24 November. On 25 November at 10:00 UTC. On 26 November, 10:00-11:00 UTC. At 12:00.'
  const flags = (await findDates(text, dateContext)).map(({ hasDay, hasTime, hasEnd }) =>
    [hasDay && 'day', hasTime && 'time', hasEnd && 'end'].filter(Boolean).join(' '),
  )
  expect(flags).toEqual(['day', 'day time', 'day time end', 'time'])
})

test.each<[string, boolean[]]>([
  ['Tuesday 24 November at 10:00 CET or Monday 30 November at 14:00 CET?', [true, true]],
  ['Which of these works?\n- 24 November, 10:00 CET\n- 30 November, 14:00 CET', [true, true]],
  ['Folgende Termine sind möglich:\n- 24.11., 10 Uhr MEZ\n- 30.11., 14 Uhr MEZ', [true, true]],
  ['24 November, 10:00 / 14:00 CET', [true, true]],
  ['On 24 November at 10:00 doors, at 11:00 a talk, at 12:00 lunch.', [false, true, true]],
  ['We could do:\n- 24 November, 10:00 CET\n- 30 November, 14:00 CET', [true, true]],
  ['Moved: 24 November, 10:00 CET, 30 November, 14:00 CET.', [true, true]],
  ['We moved the call to 30 November at 14:00 CET.', [false]],
  ['First 24 November at 10:00 CET, then 30 November at 14:00 CET.', [false, false]],
  ['Tuesday 24 November at 10:00 CET, in Bern or by phone.', [false]],
])('knows what is to choose from in "%s"', async (text, options) => {
  expect((await findDates(text, dateContext)).map(({ isOption }) => isOption)).toEqual(options)
})

test.each([
  'We moved the call from 24 November, 10:00 CET to 30 November, 14:00 CET.',
  'Your interview moves from Tuesday, 24 November at 10:00 CET to Monday, 30 November at 14:00 CET.',
  'Instead of Tuesday, 24 November at 10:00 CET we will meet on Monday, 30 November at 14:00 CET.',
  'We will meet on 30 November at 14:00 CET instead of 24 November at 10:00 CET.',
  'The time was 24 November, 10:00 CET and is now 30 November, 14:00 CET.',
  'Wir verschieben das Gespräch vom 24.11., 10 Uhr MEZ auf den 30.11., 14 Uhr MEZ.',
  'Statt am Dienstag, 24.11. um 10 Uhr MEZ treffen wir uns am Montag, 30.11. um 14 Uhr MEZ.',
  'Ihr Termin wird von Dienstag, 24. November, 10 Uhr MEZ auf Montag, 30. November, 14 Uhr MEZ verlegt.',
  'Nicht mehr am 24.11. um 10 Uhr MEZ, sondern am 30.11. um 14 Uhr MEZ sehen wir uns.',
  'Wir treffen uns am 30.11. um 14 Uhr MEZ statt am 24.11. um 10 Uhr MEZ.',
  'Au lieu du mardi 24 novembre à 10h (heure de Paris), nous nous verrons le lundi 30 novembre à 14h (heure de Paris).',
  'L’entretien du 24 novembre à 10h, heure de Paris, est déplacé au 30 novembre à 14h, heure de Paris.',
  'Nous le reportons du mardi 24 novembre à 10h (heure de Paris) au lundi 30 novembre à 14h (heure de Paris).',
  'Ce sera le 30 novembre à 14h (heure de Paris) au lieu du 24 novembre à 10h (heure de Paris).',
  'Votre rendez-vous, initialement le 24 novembre à 10h (heure de Paris), est décalé au 30 novembre à 14h (heure de Paris).',
  'La entrevista pasa del martes 24 de noviembre a las 10 h (hora de Madrid) al lunes 30 de noviembre a las 14 h (hora de Madrid).',
  'En lugar del martes 24 de noviembre a las 10 h (hora de Madrid) nos vemos el lunes 30 de noviembre a las 14 h (hora de Madrid).',
  'Cambiamos la cita del 24 de noviembre a las 10:00 CET al 30 de noviembre a las 14:00 CET.',
  'Ya no es el 24 de noviembre a las 10:00 CET, pasa al 30 de noviembre a las 14:00 CET.',
  'Nos vemos el 30 de noviembre a las 14:00 CET en vez del 24 de noviembre a las 10:00 CET.',
])('knows the old time and the time of "%s"', async (text) => {
  const dates = await findDates(text, dateContext)
  expect(
    Object.fromEntries(
      dates.map(({ time, isOption, isOld }) => [showTime(time).slice(0, 17), { isOption, isOld }]),
    ),
  ).toEqual({
    '2026-11-24T09:00Z': { isOption: false, isOld: true },
    '2026-11-30T13:00Z': { isOption: false, isOld: false },
  })
})

test.each([
  'It moves: Tuesday 24 November at 10:00 CET, not 8:00 CET.',
  'Wir verlegen auf Dienstag, 24.11., 10 Uhr MEZ, und nicht 8 Uhr MEZ.',
  'Nous décalons votre passage au mardi 24 novembre à 10h (heure de Paris) et non à 8h (heure de Paris).',
  'Cambia la hora: martes 24 de noviembre a las 10 h CET, no a las 8 h CET.',
])('knows the time of "%s"', async (text) => {
  const times = await findDates(text, dateContext)
  expect(
    times
      .filter(({ isOption, isOld }) => !isOption && !isOld)
      .map(({ time }) => showTime(time).slice(0, 17)),
  ).toEqual(['2026-11-24T09:00Z'])
  expect(times.map(({ isOld }) => isOld)).toEqual([false, true])
})

test('"So" is a Sunday in German alone, and a week is no day', async () => {
  expect(await read('So 10:30 CET on Tuesday it is, see you there with the whole team.')).toBe(
    '2026-11-24T09:30Z 2026-11-24T10:30Z Europe/Berlin',
  )
  expect(await read('Wir treffen uns So 10:30 Uhr MEZ bei dir und gehen mit der Gruppe los.')).toBe(
    '2026-11-22T09:30Z 2026-11-22T10:30Z Europe/Berlin',
  )
  expect(await read('In the week of 7 December, between 9 and 16:00 CET.')).toBe('unclear')
})

test('the same time twice is found once', async () => {
  const text = 'We meet on 24 November at 10:00 CET. Again: 24 November 2026, 10:00 CET.'
  expect(await read(text)).toBe('2026-11-24T09:00Z 2026-11-24T10:00Z Europe/Berlin')
})

test('of two mentions the one that names an end counts', async () => {
  const text = 'We meet on 24 November at 10:00 CET.\n\nWhen: 24 November, 10:00 - 10:45 CET.'
  expect(await read(text)).toBe('2026-11-24T09:00Z 2026-11-24T09:45Z Europe/Berlin')
})

test('a time far from a day does not belong to it', async () => {
  const text = `We wrote on 24 November${' that and that'.repeat(20)} and open at 10:00 CET.`
  expect(await read(text)).toBe('2026-11-24 2026-11-25,unclear')
})

test('web addresses hold no dates, and odd spaces are spaces', async () => {
  expect(await read('https://example.com/2026/11/24?t=10:00 www.example.com/2026-11-24')).toBe('')
  expect(await read('On 24\u00a0November at\u202f10:00\u00a0AM CET.')).toContain(
    '2026-11-24T09:00Z',
  )
})

test.each<[string, string]>([
  ['ten megabytes', 'on Tuesday 24 November at 10:00 CET. '.repeat(280_000)],
  ['numbers', '24 '.repeat(7_000)],
  ['months', '24 nov, '.repeat(2_500)],
  ['weekdays', 'Monday '.repeat(3_000)],
  ['clocks', '10:00-'.repeat(3_500)],
  ['many times', '10:00, '.repeat(2_800)],
  ['many dates', '24 November at 10:00 CET, '.repeat(800)],
  ['dots', '24.11. '.repeat(3_000)],
  ['dashes', '24-'.repeat(7_000)],
  ['spaces', ' '.repeat(20_000)],
  ['lines', '\n'.repeat(20_000)],
  ['brackets', `10:00 ${'('.repeat(19_000)}`],
  ['attributions', 'On Tue a wrote:\n>\n'.repeat(1_200)],
  ['headers', 'From: a\n'.repeat(2_500)],
  ['addresses', 'https://'.repeat(2_500)],
  ['zones', 'Central European Time '.repeat(900)],
  ['statements', 'time zone '.repeat(2_000)],
  ['letters', 'a'.repeat(20_000)],
  ['full stops', 'A. '.repeat(6_600)],
])('is done at once with %s', async (_title, text) => {
  const begun = busyMilliseconds()
  expect((await findDates(text, dateContext)).length).toBeLessThanOrEqual(50)
  expect(busyMilliseconds() - begun).toBeLessThan(2_000)
})

test('the sentences beside a time may say how long it takes', async () => {
  const hours = '2026-11-24T09:00Z 2026-11-24T10:00Z Europe/Zurich'
  const call = 'The call is on 24 November 2026 at 10:00.'
  const minutes = '2026-11-24T09:00Z 2026-11-24T09:45Z Europe/Zurich'

  expect(await read(`${call} We will need about 45 minutes.`, neighbour)).toBe(minutes)
  expect(await read(`We plan 45 minutes for it. ${call}`, neighbour)).toBe(minutes)
  expect(await read(`${call} The test takes 45 minutes.`, neighbour)).toBe(hours)
  expect(await read(`${call} Dial in 15 minutes early.`, neighbour)).toBe(hours)
  expect(await read(`${call} Lunch is on 25 November 2026. It takes 45 minutes.`, neighbour)).toBe(
    `${hours},2026-11-25 2026-11-26`,
  )
})

test('a second time that does not say whose it is leaves the time unclear', async () => {
  const text = 'See you on 24 November 2026 at 10:00 PT or at 14:00.'

  expect(await findDates(text, { ...dateContext, ...neighbour })).toMatchObject([
    {
      text: '24 November 2026 at 10:00 PT or at 14:00',
      time: { kind: 'unclear', reason: 'The mail names more than one time for it.' },
    },
  ])
})

test.each<[string, string, boolean[], boolean[]]>([
  [
    'rows with their ends and time between them',
    'Wednesday, 25 November 2026\n10:00 - 10:45 CET  System design\n11:00 - 11:45 CET  Code review',
    [false, false],
    [false, true],
  ],
  [
    'parts that follow at once',
    'Wednesday, 25 November 2026\n10:00 - 11:00 CET  System design\n11:00 - 11:45 CET  Code review',
    [false, true],
    [false, false],
  ],
  [
    'bare times',
    'Wednesday, 25 November 2026\n10:00 - 10:45 CET\n11:00 - 11:45 CET',
    [true, true],
    [false, false],
  ],
  [
    'days with a letter before each',
    'a) Wednesday, 25 November 2026, 10:00 CET\nb) Friday, 27 November 2026, 14:00 CET',
    [true, true],
    [false, false],
  ],
])('tells points of an agenda from options: %s', (_title, text, options, points) => {
  const dates = findDates(text, neighbourContext)

  expect(dates.map(({ isOption }) => isOption)).toEqual(options)
  expect(dates.map(({ isPoint }) => isPoint)).toEqual(points)
})

test.each([
  ['Thursday, 3 December 2026, 9:00 to 12:30, then Thursday, 10 December 2026, same time.', '10'],
  ['Der Termin am 3. Dezember 2026 um 9 Uhr, dann am 10. Dezember 2026, gleiche Uhrzeit.', '10'],
  ['Jeudi 3 décembre 2026 à 9h00, puis jeudi 10 décembre 2026, mêmes horaires.', '10'],
  ['El jueves 3 de diciembre de 2026 a las 9:00 y el 10 de diciembre de 2026, misma hora.', '10'],
  ['12 x, dienstags 9:00–10:30 Uhr, ab 01.12.2026', '01'],
])('reads a day whose time is named before it: %s', (text, day) => {
  const last = findDates(text, neighbourContext).at(-1)?.time

  expect(last).toMatchObject({ kind: 'instant', start: `2026-12-${day}T08:00:00.000Z` })
})

test('takes a time that is said again for its reader as the same one', () => {
  const text = 'Friday 27 November 2026, 8:30 am EST / 2:30 pm for you.'

  expect(findDates(text, neighbourContext)).toMatchObject([
    { isOption: false, time: { start: '2026-11-27T13:30:00.000Z' } },
  ])
})
