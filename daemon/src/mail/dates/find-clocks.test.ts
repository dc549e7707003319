import { expect, test } from 'vitest'
import { findClocks } from './find-clocks.ts'

const show = ({ hour, minute }: { hour: number; minute: number }) =>
  `${hour}:${String(minute).padStart(2, '0')}`

function read(text: string): string {
  return findClocks(text, text)
    .map(
      ({ from, to, isHalfDay }) =>
        [from, to]
          .filter((at) => at !== null)
          .map(show)
          .join('-') + (isHalfDay ? '?' : ''),
    )
    .join(' ')
}

test.each([
  ['at 10:00 AM - 11:00 AM', '10:00-11:00'],
  ['between 3 and 4pm', '15:00-16:00'],
  ['11 - 1 PM', '11:00-13:00'],
  ['10am – 11 people', '10:00'],
  ['10am – 11 CET', '10:00-11:00'],
  ['11:00 - 1:00', '11:00-13:00'],
  ['22:00 - 02:00', '22:00-26:00'],
  ['from 10 to 11 on Friday', '10:00-11:00'],
  ['at 9.30', '9:30'],
  ['at noon, not at 12am', '12:00 0:00'],
  ['at 3 in the afternoon', '15:00'],
  ['at 6 in the morning', '6:00'],
  ['at 3', '15:00'],
  ['at 7', '7:00?'],
  ['at 3 o’clock', '3:00?'],
  ['half past two, quarter to 3', '14:30 14:45'],
  ['at half ten', '10:30'],
  ['Friday¤, 2 till 4', '14:00-16:00'],
  ['¤¤ 10:00a 10:45a', '10:00-10:45'],
  ['starts 14:00, done by 15:30', '14:00-15:30'],
  ['by ¤¤ at 17:00', ''],
  ['tonight at 8', '20:00'],
  ['03:00', '3:00'],
  ['10:00 and 14:00', '10:00 14:00'],
  ['10:00 - 45 min', '10:00'],
  ['10:00 - 15 min', '10:00'],
  ['von 14:00 bis 15:30 Uhr', '14:00-15:30'],
  ['14-15 Uhr', '14:00-15:00'],
  ['zwischen 14 und 15 Uhr', '14:00-15:00'],
  ['um 14.30 Uhr', '14:30'],
  ['um 10 Uhr 30', '10:30'],
  ['um 10 Uhr ¤¤ Nov', '10:00'],
  ['um 10 am ¤¤ Nov', '10:00'],
  ['um 3 Uhr nachmittags', '15:00'],
  ['à 14h30', '14:30'],
  ['à 10 h 30', '10:30'],
  ['à 9 heures', '9:00'],
  ['entre 14h et 15h', '14:00-15:00'],
  ['de 14h à 15h30', '14:00-15:30'],
  ['à midi', '12:00'],
  ['à neuf heures et demie', '9:30'],
  ['à 10 h moins le quart', '9:45'],
  ['um halb drei', '14:30'],
  ['um Viertel nach elf', '11:15'],
  ['¤ um drei ist es so weit', '15:00'],
  ['Beginn 14:00 / Ende 15:00', '14:00-15:00'],
  ['von 9 Uhr bis längstens 11 Uhr', '9:00-11:00'],
  ['a las 16:30 h', '16:30'],
  ['a las 16,30 h', '16:30'],
  ['¤, de 10 a 11', '10:00-11:00'],
  ['entre las 9 y las 11', '9:00-11:00'],
  ['a mediodía', '12:00'],
  ['a las 4 de la tarde', '16:00'],
  ['a las diez y media de la mañana', '10:30'],
  ['a las cinco menos cuarto de la tarde', '16:45'],
  ['a las 11 me va perfecto', '11:00'],
])('"%s" is %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test.each([
  ['version 2.10, ratio 16:9, a 1:1 talk, 24/7'],
  ['at 5 locations, at 100 km/h, 10 %'],
  ['a salary of 100 - 120k, $10 - 12'],
  ['2026-11-24, 24.11.2026, 079 123 45 67'],
  ['at 25:00, 12:60 and 13 pm'],
  ['10 h par semaine, un entretien de 1h30'],
  ['kurz vor 10 Uhr, um fünf Personen, at one of them'],
  ['4 horas, 24 horas, unas 3 horas'],
])('no time in "%s"', (text) => {
  expect(read(text)).toBe('')
})
