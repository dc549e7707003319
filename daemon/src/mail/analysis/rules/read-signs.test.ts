import { Category } from '@shortlist/contracts/mail'
import { describe, expect, it } from 'vitest'
import { readSigns } from './read-signs.ts'
import { allSigns } from './signs/all-signs.ts'

describe('a table of signs', () => {
  it('is read line by line, each expression as whole words', () => {
    const [offer, next] = readSigns(`
      4 subject  (job|our) offers?
      |          \\d+ openings
      2 anywhere interview
    `)

    expect(offer).toMatchObject({ weight: 4, place: 'subject' })
    expect(offer?.says.test('our offer')).toBe(true)
    expect(offer?.says.test('hour offer')).toBe(false)
    expect(offer?.says.test('our offering')).toBe(false)
    expect(offer?.says.test('12 openings')).toBe(true)
    expect(next).toMatchObject({ weight: 2, place: 'anywhere' })
  })

  it('is refused where a line is no sign', () => {
    expect(() => readSigns('much text unfortunately')).toThrow('no sign')
  })

  it('exists for every category, in folded letters', () => {
    for (const category of Category.options) {
      const expressions = allSigns[category].map(({ says }) => says.source)

      expect(expressions.length).toBeGreaterThan(5)
      expect(expressions.filter((source) => /[A-Zäöüßéèêà]/.test(source))).toEqual([])
    }
  })
})
