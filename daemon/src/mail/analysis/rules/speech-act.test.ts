import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { foldText } from './fold-text.ts'
import { isFixed, speechAct } from './speech-act.ts'

interface Line {
  readonly lang: string
  readonly act: string
  readonly text: string
  readonly events: readonly { readonly book: boolean }[]
}

/** Sentences in four languages, each written before there was a rule, by somebody who knew of none. */
const lines: readonly Line[] = readFileSync(
  new URL('../../../../eval/sentences.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

const said = ({ text }: Line) => speechAct(foldText(text).replace(/\s+/g, ' '))

describe('what a sentence does to its time', () => {
  it('is next to never taken for a fixed appointment where it is none', () => {
    const open = lines.filter(({ events }) => events.length > 0 && !events.some((e) => e.book))
    const booked = open.filter((line) => isFixed(said(line)))

    expect(open.length).toBeGreaterThan(200)
    expect(booked.length).toBeLessThanOrEqual(2)
  })

  it.each(['en', 'de', 'fr', 'es'])('is seen to be fixed in most sentences in "%s"', (lang) => {
    const fixed = lines.filter((line) => line.lang === lang && line.events.some((e) => e.book))
    const seen = fixed.filter((line) => isFixed(said(line)))

    expect(seen.length / fixed.length).toBeGreaterThan(0.6)
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
  ])('%s %s', (text, act) => {
    expect(speechAct(foldText(text))).toBe(act)
  })
})
