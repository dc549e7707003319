import { expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'

test.each([
  ['en', 'We would like to invite you to an interview with our team.'],
  ['de', 'Wir möchten Sie gerne zu einem Gespräch mit unserem Team einladen.'],
  ['fr', 'Nous aimerions vous inviter à un entretien avec notre équipe.'],
  ['de', 'Hi, das Frontend-Team ist begeistert und würde Sie gerne zum Interview sehen.'],
  ['en', 'Tuesday 10:00'],
  ['en', ''],
])('%s: "%s"', (language, text) => {
  expect(detectLanguage(text)).toBe(language)
})
