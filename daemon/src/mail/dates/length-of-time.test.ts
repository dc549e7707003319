import { expect, test } from 'vitest'
import { lengthIn } from './find-clocks.ts'

const minutes = (text: string) => {
  const length = lengthIn(text)
  return length === null ? null : length / 60_000
}

test.each([
  ['Das Gespräch dauert etwa 45 Minuten.', 45],
  ['a 30-minute call', 30],
  ['It takes about an hour.', 60],
  ['a one-hour call', 60],
  ['Plan an hour and a half for it.', 90],
  ['a call of half an hour', 30],
  ['for 90 minutes', 90],
  ['It takes 30 to 45 minutes.', 45],
  ['It takes two hours.', 120],
  ['ein halbstündiges Telefonat', 30],
  ['Das dauert eine halbe Stunde.', 30],
  ['Das dauert anderthalb Stunden.', 90],
  ['ein 60-minütiges Gespräch', 60],
  ['Wir planen 1,5 Stunden ein.', 90],
  ['L’échange durera une heure.', 60],
  ['une heure et demie', 90],
  ['une demi-heure', 30],
  ['Comptez 1h30.', 90],
  ['Durará unos 45 minutos.', 45],
  ['una hora y media', 90],
  ['media hora', 30],
  ['unas dos horas', 120],
  ['una hora', 60],
])('"%s" is %i minutes', (text, length) => {
  expect(minutes(text)).toBe(length)
})

test.each([
  'Please arrive 10 minutes early.',
  'Dial in 15 minutes before.',
  'We are 20 minutes from the station.',
  'It pays 80 EUR an hour.',
  'Answer within 45 minutes.',
  'Kommen Sie bitte 15 Minuten früher.',
  'Either 30 minutes or 60 minutes.',
  'See you at 14:30.',
  'Conéctate 15 minutos antes.',
  'Le 5 mars à une heure 30',
])('"%s" says no length', (text) => {
  expect(minutes(text)).toBe(null)
})
