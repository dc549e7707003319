import { describe, expect, it } from 'vitest'
import { cleanLocation, cleanText } from './clean-text.ts'

describe('a title', () => {
  it.each([
    ['plain', 'Interview at Acme', 'Interview at Acme'],
    ['several lines', 'Interview\r\nat\tAcme', 'Interview at Acme'],
    ['an address', 'Click https://evil.example/x?y=1 now', 'Click now'],
    ['an address without a scheme', 'See www.evil.example/x today', 'See today'],
    ['a scheme of its own', 'open javascript://x%0Aalert(1) please', 'open please'],
    ['turned around', 'Acme \u202egnp.exe\u202c', 'Acme gnp.exe'],
    ['invisible letters', 'In\u200bter\u{e0041}view', 'Interview'],
  ])('%s', (_, text, clean) => {
    expect(cleanText(text, 120)).toBe(clean)
  })

  it('is cut, never through a character', () => {
    expect(cleanText('a'.repeat(121), 120)).toBe(`${'a'.repeat(119)}…`)
    expect(cleanText(`${'a'.repeat(118)}😀😀`, 120).isWellFormed()).toBe(true)
    expect(cleanText('x'.repeat(5_000_000), 120)).toHaveLength(120)
  })
})

describe('a location', () => {
  const all = () => true

  it.each([
    ['a place', 'Hauptstr. 1, Berlin', 'Hauptstr. 1, Berlin'],
    ['a meeting', 'https://meet.example/abc', 'https://meet.example/abc'],
    ['both', 'Room 4, https://meet.example/abc.', 'Room 4, https://meet.example/abc'],
    ['two addresses', 'https://a.example/1 https://b.example/2', 'https://a.example/1'],
    ['an address that is not https', 'http://a.example/1', ''],
    ['an address with a name in it', 'https://google.com@evil.example/', ''],
  ])('%s', (_, text, clean) => {
    expect(cleanLocation(text, all)).toBe(clean)
  })

  it('keeps no address that nobody vouches for', () => {
    expect(cleanLocation('Room 4 https://a.example/1', () => false)).toBe('Room 4')
  })

  it('is at most 200 characters with the address whole', () => {
    const link = `https://meet.example/${'a'.repeat(150)}`
    const clean = cleanLocation(`${'Long way '.repeat(40)} ${link}`, all)

    expect(clean.length).toBeLessThanOrEqual(200)
    expect(clean.endsWith(link)).toBe(true)
  })
})
