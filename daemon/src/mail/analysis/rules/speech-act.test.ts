import { readFileSync } from 'node:fs'
import type { SpeechAct } from '@shortlist/contracts/calendar'
import { describe, expect, it } from 'vitest'
import { foldText } from '../../mail-text.ts'
import { findDeadlines, speechAct } from './speech-act.ts'

interface Line {
  readonly lang: string
  readonly act: SpeechAct
  readonly text: string
  readonly events: readonly { readonly book: boolean }[]
}

/**
 * Sentences in English, German, French and Spanish, each written before there was a rule, by somebody
 * who knew of none.
 */
const lines: readonly Line[] = readFileSync(
  new URL('../../../../eval/sentences.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

const said = ({ text }: Line) => speechAct(foldText(text).replace(/\s+/g, ' '))

/** What may be done with a time. */
type Outcome = 'stands' | 'moves' | 'is off' | 'is open' | 'is none'

const outcomes: Record<SpeechAct, Outcome> = {
  confirms: 'stands',
  invites: 'stands',
  reminds: 'stands',
  moves: 'moves',
  cancels: 'is off',
  postpones: 'is off',
  asks: 'is open',
  offers: 'is open',
  'wants-times': 'is open',
  mentions: 'is none',
}

/** A new time that waits for an answer is open. */
function outcomeOf({ act, events }: Line): Outcome {
  if (act === 'moves' && !events.some(({ book }) => book)) return 'is open'
  return outcomes[act]
}

describe('what a sentence does to its time', () => {
  it.each(['en', 'de', 'fr', 'es'])('is told in every sentence of the table in "%s"', (lang) => {
    const told = lines.filter((line) => line.lang === lang)
    const wrong = told.filter((line) => outcomes[said(line)] !== outcomeOf(line))

    expect(told.length).toBeGreaterThan(100)
    expect(wrong.map(({ text }) => text)).toEqual([])
  })

  it.each([
    ['We have to cancel your interview on Monday, December 14, 2026 at 2:00 PM CET.', 'cancels'],
    ['Would Monday, December 14 at 3:00 PM CET work for you?', 'asks'],
    ['Wir müssen das Gespräch am 14. Dezember um 14 Uhr leider absagen.', 'cancels'],
    ['Passt dir Montag, 14. Dezember, 15 Uhr?', 'asks'],
    ['Seriez-vous disponible le lundi 14 décembre à 15h ?', 'asks'],
    ['¿Le vendría bien el lunes 14 de diciembre a las 15:00?', 'asks'],
    ['Your interview is confirmed for Monday, December 14 at 3:00 PM CET.', 'confirms'],
    ['Nothing has been cancelled, we are still on for Monday at 15:00.', 'reminds'],
    ['Der Termin am 19. März um 10 Uhr ist unter Vorbehalt für Sie reserviert.', 'asks'],
    ['We talk on Monday at 15:00. Can you just reply "works"?', 'mentions'],
    ['You are booked for Monday at 15:00. Shout if that clashes with anything.', 'confirms'],
    ['Your seat is confirmed for Monday at 15:00. Can’t come any more? Tell us.', 'confirms'],
    ['La reunión prevista para mañana a las 12:00 no podrá celebrarse.', 'cancels'],
    ['Your call with Noa is on Monday at 15:00. Can you come?', 'asks'],
    ['Our booking pages do not load on Sunday between 6:00 and 9:00 UTC.', 'mentions'],
  ])('%s %s', (text, act) => {
    expect(speechAct(foldText(text))).toBe(act)
  })
})

it.each([
  "Could we talk on Thursday at 10? Actually, no, I can't then.",
  'Would Thursday at 10 suit you? Actually, not Thursday.',
])('fixes nothing where it is taken back: %s', (text) => {
  expect(['confirms', 'invites', 'moves']).not.toContain(speechAct(foldText(text)))
})

const dayOf = (sentence: string) => findDeadlines([sentence]).map(({ day }) => day)

describe('a deadline', () => {
  it.each([
    ['Please send us a link to your repository by Tuesday 31 March.', 'Tuesday 31 March'],
    ['The link is valid until Wednesday, March 25.', 'Wednesday, March 25'],
    ['Please complete the test before March 19, 2026 11:59 PM EDT.', 'March 19, 2026'],
    ['The offer we sent is open until Friday, end of day.', 'Friday'],
    ['You need to confirm within 48 hours.', '48 hours'],
    ['Please reply by the end of the week.', 'end of the week'],
    ['Please upload it no later than 2026-03-19.', '2026-03-19'],
    ['Bitte senden Sie uns den Vertrag bis zum 30. März 2026 zurück.', '30. März 2026'],
    ['Bitte gib sie bis Sonntag, 22. März, ab.', 'Sonntag, 22. März'],
    ['Bitte melden Sie sich bis 12.03.2026.', '12.03.2026'],
    ['Merci de nous le renvoyer avant le vendredi 13 mars.', 'vendredi 13 mars'],
    ['À nous retourner signée au plus tard le 6 avril 2026.', '6 avril 2026'],
  ])('stands in: %s', (sentence, day) => {
    expect(dayOf(sentence)).toEqual([day])
  })

  it('may be named before', () => {
    expect(dayOf('Please migrate your SDK before that date.')).toEqual([''])
  })

  it.each([
    'You will hear from us within 10 business days.',
    'We will get back to you by Friday.',
    'The money should reach your account within two days.',
    'The interview takes about 30 minutes on Friday.',
    'She worked there until March 2020.',
    'Wir melden uns bis zum 3. April bei Ihnen.',
    'Your subscription renews on 14 April.',
    'Could we talk on Thursday at 10?',
  ])('does not stand in: %s', (sentence) => {
    expect(dayOf(sentence)).toEqual([])
  })
})
