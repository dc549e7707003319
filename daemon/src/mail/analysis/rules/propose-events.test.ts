import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailToAnalyze } from '../../../../test/mail-to-analyze.ts'
import type { MailToAnalyze, ReadMessage } from '../../ports.ts'
import { analyzeByRules } from '../analyze-by-rules.ts'
import { judgeTimesBy, LinearJudge } from '../learned/judge-mail.ts'

const said = 'on Thursday 5 March 2026 at 14:00 CET'
const start = '2026-03-05T13:00:00.000Z'
const exam = 'La prova oral serà el dijous 5 de març de 2026, a les 14.00 h, a l’aula 7.'

/** Weights by which no time is likelier than 0.4 to be fixed. */
const rather = {
  answers: { fixed: ['yes', 'no'] },
  steps: { weight: 1 / 6, scale: 1 },
  features: { act: ' mail_mentions Ef mail_invites Ef' },
}

async function proposals(message: Partial<ReadMessage>, rest: Partial<MailToAnalyze> = {}) {
  const subject = message.subject ?? 'Re: Invitation: your interview'
  return (await analyzeByRules(mailToAnalyze({ subject, ...message }, rest))).proposals
}

describe('an appointment in the text of a mail', () => {
  it('is proposed with its sentence, its place and a summary', async () => {
    const found = await proposals({
      text: `Hi Ada,\n\nyour interview is ${said}.\nWhere: 14 Harbour Street\n\nDana`,
    })

    expect(found).toEqual([
      {
        source: 'rules',
        method: 'request',
        uid: null,
        sequence: 0,
        recurrenceId: null,
        stamp: null,
        summary: 'your interview',
        location: '14 Harbour Street',
        time: expect.objectContaining({ kind: 'instant', start }),
        evidence: `your interview is ${said}.`,
        isProven: true,
        act: 'invites',
      },
    ])
  })

  it('takes place at a link to a video call that the mail shows', async () => {
    const [found] = await proposals({
      text: `We meet ${said}: https://meet.google.com/abc-defg-hij. Ask for Dana.`,
    })

    expect(found?.location).toBe('https://meet.google.com/abc-defg-hij')
  })

  it('"findet statt" and ends when the mail says', async () => {
    const [found] = await proposals({
      subject: 'Ihr Vorstellungsgespräch',
      text: 'Das Gespräch findet am Donnerstag, 5. März 2026 um 14:00 Uhr statt. Es dauert etwa 45 Minuten.',
    })

    expect(found?.time).toMatchObject({ start, end: '2026-03-05T13:45:00.000Z' })
  })

  it.each([
    'Your interview is on 3 March 2024 at 10:00 CET.',
    'Ihr Vorstellungsgespräch findet am 3. März 2024 um 10:00 Uhr statt.',
    'Votre entretien aura lieu le 3 mars 2024 à 10h00.',
  ])('is shown where somebody mistook the year: %s', async (text) => {
    const { finding, proposals } = await analyzeByRules(mailToAnalyze({ text }))

    expect(proposals).toMatchObject([
      { isProven: true, time: { kind: 'instant', start: '2024-03-03T09:00:00.000Z' } },
    ])
    expect(finding.draftResponse).not.toMatch(/2024/)
  })

  it('waits where the mail offers several times, or says no zone that is certain', async () => {
    const options = await proposals({
      text: 'For your interview choose one of these:\n- 5 March 2026, 14:00 CET\n- 6 March 2026, 10:00 CET',
    })
    const [unclear] = await proposals(
      { text: 'Your interview is on Thursday 5 March 2026 at 14:00.', dateOffset: -300 },
      { time: { userZone: 'Europe/Berlin', sentAt: '2026-03-02T09:00:00Z', dateOffset: -300 } },
    )

    expect(options.map(({ isProven }) => isProven)).toEqual([false, false])
    expect(unclear).toMatchObject({ isProven: false, time: { kind: 'unclear' } })
  })

  it.each([
    [
      'a deadline',
      { text: `Please submit the exercise for your interview by 5 March 2026 14:00 CET.` },
    ],
    ['the past', { text: 'We waited for you at the interview on 5 February 2026 at 14:00 CET.' }],
    ['thanks for it', { text: 'Thank you for the interview on 5 February 2026 at 14:00 CET.' }],
    ['a day alone', { text: 'Your interview is on Thursday 5 March 2026.' }],
    [
      'a newsletter',
      { isBulk: true, text: `Live session about your interview ${said}. Unsubscribe.` },
    ],
    [
      'a scam',
      { text: `Interview ${said}. Pay the visa fee by Western Union and write on WhatsApp.` },
    ],
    ['a quoted mail', { text: `Fine!\n\nOn Monday Ada wrote:\n> Your interview is ${said}.` }],
  ])('is not made of %s', async (_, message) => {
    expect(await proposals(message)).toEqual([])
  })

  it('is each point of an agenda that has time between its points', async () => {
    const found = await proposals({
      subject: 'Your virtual onsite',
      text: 'Your interviews are confirmed. Here is your schedule for Thursday, 5 March 2026 (all times CET):\n\n10:00 - 10:45  System design with Dana\n11:00 - 11:45  Code review with Theo',
    })

    expect(
      found.map(({ isProven, time }) => [isProven, time.kind === 'instant' && time.start]),
    ).toEqual([
      [true, '2026-03-05T09:00:00.000Z'],
      [true, '2026-03-05T10:00:00.000Z'],
    ])
  })

  it('may be told by a program, where the mail is sure of it', async () => {
    const text =
      'Dear Ada, this is a reminder of your appointment with Dr. Reyes on Thursday 5 March 2026 at 14:00 CET.'
    const [found] = await proposals({ subject: 'Reminder of your appointment', isBulk: true, text })

    expect(found).toMatchObject({ isProven: true, act: 'reminds', time: { start } })
  })

  describe('of which its words alone say too little', () => {
    beforeAll(() => judgeTimesBy(new LinearJudge(rather)))
    afterAll(() => judgeTimesBy(undefined))

    it.each([
      [true, { subject: 'Invitation to an interview', text: `Your interview: ${said}.` }],
      [false, { subject: 'Your interview', text: `Your interview: ${said}.` }],
      [true, { subject: 'Results', text: exam, isBulk: true, isAutomatic: true }],
      [false, { subject: 'Results', text: exam, isBulk: true }],
    ])('is fixed: %s, by %o', async (isFixed, message) => {
      const found = await proposals(message)
      expect(found.some(({ isProven }) => isProven)).toBe(isFixed)
    })
  })

  it.each([
    [
      'somebody of the same family',
      'Appointment of Grace Lovell',
      `Check-up ${said}. Please come.`,
    ],
    ['a delivery', 'Your order', `Your parcel will be delivered ${said}.`],
  ])('is not that of %s', async (_, subject, text) => {
    expect((await proposals({ subject, text })).filter(({ isProven }) => isProven)).toEqual([])
  })

  it('may ask its reader to bring a passport', async () => {
    const text = `Your interview is confirmed: we need to see you with your passport ${said}.`

    expect(await proposals({ text })).toMatchObject([{ isProven: true, time: { start } }])
  })

  it('is left to the invitation where there is one', async () => {
    const [appointment] = await proposals({ text: `Your interview is ${said}.` })
    if (!appointment) throw new Error('there is no appointment')

    const found = await proposals(
      { text: `Your interview is on 6 March 2026 at 14:00 CET.` },
      { appointments: [{ ...appointment, source: 'invitation', uid: 'one' }] },
    )

    expect(found).toEqual([])
  })
})

describe('a mail that calls an appointment off', () => {
  it.each([
    ['cancels', `The interview ${said} is cancelled.`],
    ['cancels', `Ihr Gespräch am Donnerstag, 5. März 2026 um 14:00 Uhr ist abgesagt.`],
    ['cancels', `L'entretien du 5 mars 2026 à 14h00 est annulé.`],
    ['cancels', `La entrevista del 5 de marzo de 2026 a las 14:00 queda cancelada.`],
    ['postpones', `We have to postpone the interview ${said}.`],
  ])('says so with its sentence (%s): %s', async (act, text) => {
    const found = await proposals({ text })

    expect(found.at(-1)).toMatchObject({ method: 'cancel', act, evidence: text })
    expect(found.filter(({ isProven, method }) => isProven && method === 'request')).toEqual([])
  })

  it('says so where its sentence names no appointment, but fixes another time', async () => {
    const found = await proposals({
      subject: 'Dana ≠ Tuesday',
      text: `Dana got jury duty, sorry! She has moved you to Thursday 5 March 2026, 14:00 CET, from Tuesday 3 March 2026, 10:00 CET.`,
    })

    expect(found).toMatchObject([
      { method: 'request', act: 'moves', isProven: true, time: { start } },
      { method: 'cancel', act: 'moves', time: { start: '2026-03-03T09:00:00.000Z' } },
    ])
  })

  it('says so where it asks for another time instead of the old one', async () => {
    const text = `Could we meet on Friday 6 March 2026 at 10:00 CET instead of Thursday 5 March 2026 at 14:00 CET?`
    const found = await proposals({ subject: 'Our call', text })

    expect(found.filter(({ method }) => method === 'cancel')).toMatchObject([
      { act: 'moves', time: { start }, evidence: text },
    ])
    expect(found.filter(({ isProven, method }) => isProven && method === 'request')).toEqual([])
  })

  it.each([
    [`Your interview is ${said}. If you need to cancel, reply to this mail.`],
    [`Your interview is confirmed ${said}. Can't make it?`],
    ['Has the interview been cancelled?'],
    ['The interview has not been cancelled.'],
    ['We moved our office to Berlin.'],
  ])('is not one that only speaks of it: %s', async (text) => {
    const found = await proposals({ subject: 'Hello', text })

    expect(found.filter(({ method }) => method === 'cancel')).toEqual([])
  })
})
