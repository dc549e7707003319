import { expect, test } from 'vitest'
import { findClockTimes } from './clock-times.ts'
import type { Language } from './detect-language.ts'

const show = ({ hour, minute }: { hour: number; minute: number }) =>
  `${hour}:${String(minute).padStart(2, '0')}`

function read(language: Language, text: string): string {
  return findClockTimes(text, language)
    .map(
      ({ from, to, isHalfDay }) =>
        [from, to]
          .filter((at) => at !== null)
          .map(show)
          .join('-') + (isHalfDay ? '?' : ''),
    )
    .join(' ')
}

test.each<[Language, string, string]>([
  ['en', 'at 10:00 AM - 11:00 AM', '10:00-11:00'],
  ['en', 'between 3 and 4pm', '15:00-16:00'],
  ['en', '11 - 1 PM', '11:00-13:00'],
  ['en', '10am – 11 people', '10:00'],
  ['en', '10am – 11 CET', '10:00-11:00'],
  ['en', '11:00 - 1:00', '11:00-13:00'],
  ['en', '22:00 - 02:00', '22:00-26:00'],
  ['en', 'from 10 to 11 on Friday', '10:00-11:00'],
  ['en', 'at 9.30', '9:30'],
  ['en', 'at noon, not at 12am', '12:00 0:00'],
  ['en', 'at 3 in the afternoon', '15:00'],
  ['en', 'at 6 in the morning', '6:00'],
  ['en', 'at 3', '3:00?'],
  ['en', '03:00', '3:00'],
  ['en', '10:00 and 14:00', '10:00 14:00'],
  ['en', '10:00 - 45 min', '10:00'],
  ['en', '10:00 - 15 min', '10:00'],
  ['de', 'von 14:00 bis 15:30 Uhr', '14:00-15:30'],
  ['de', '14-15 Uhr', '14:00-15:00'],
  ['de', 'zwischen 14 und 15 Uhr', '14:00-15:00'],
  ['de', 'um 14.30 Uhr', '14:30'],
  ['de', 'um 10 Uhr 30', '10:30'],
  ['de', 'um 10 Uhr 24. November', '10:00'],
  ['de', 'um 10 am 24. November', '10:00'],
  ['de', 'um 3 Uhr nachmittags', '15:00'],
  ['fr', 'à 14h30', '14:30'],
  ['fr', 'à 10 h 30', '10:30'],
  ['fr', 'à 9 heures', '9:00'],
  ['fr', 'entre 14h et 15h', '14:00-15:00'],
  ['fr', 'de 14h à 15h30', '14:00-15:30'],
  ['fr', 'à midi', '12:00'],
])('%s: "%s" is %s', (language, text, expected) => {
  expect(read(language, text)).toBe(expected)
})

test.each<[Language, string]>([
  ['en', 'version 2.10, ratio 16:9, a 1:1 talk, 24/7'],
  ['en', 'at 5 locations, at 100 km/h, 10 %'],
  ['en', 'a salary of 100 - 120k, $10 - 12'],
  ['en', '2026-11-24, 24.11.2026, 079 123 45 67'],
  ['en', 'at 25:00, 12:60 and 13 pm'],
  ['en', 'half past 2, quarter to 3'],
  ['fr', '10 h par semaine, un entretien de 1h30'],
  ['de', 'um halb 3, kurz vor 10 Uhr'],
])('%s: no time in "%s"', (language, text) => {
  expect(read(language, text)).toBe('')
})
