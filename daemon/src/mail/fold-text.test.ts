import { expect, it } from 'vitest'
import { foldText } from './fold-text.ts'

it('folds letters, quotes, dashes and spaces', () => {
  expect(foldText('Größe – L’Été\u00a0ÉCRIT Straße Œuvre')).toBe("grose - l'ete ecrit strase œuvre")
})

it('keeps every character in its place', () => {
  const text = 'İstanbul Ǆ Žluťoučký ẞ ß ﬁ 한국어 😀 é e\u0301'

  expect(foldText(text)).toHaveLength(text.length)
})
