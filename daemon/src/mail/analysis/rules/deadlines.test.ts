import { describe, expect, it } from 'vitest'
import { findDeadlines } from './deadlines.ts'

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
