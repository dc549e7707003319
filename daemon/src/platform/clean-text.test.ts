import { describe, expect, it, test } from 'vitest'
import { cleanLine, placeLine, plainLine, plainLines, withoutAddresses } from './clean-text.ts'

describe('a clean line', () => {
  it.each([
    ['plain', 'Interview at Acme', 'Interview at Acme'],
    ['several lines', 'Interview\r\nat\tAcme\u2028today', 'Interview at Acme today'],
    ['surrounded', '\n one \t two ', 'one two'],
    ['turned around', 'Acme \u202egnp.exe\u202c', 'Acme gnp.exe'],
    ['unseen letters', 'In\u200bter\u{e0041}vi\u0000ew\ufeff \u{e0041}\u{e007f}', 'Interview'],
    ['letters of no font', 'Ac\ue000me', 'Acme'],
    ['a picture made of several', 'Grüße 👩‍💻', 'Grüße 👩‍💻'],
    ['a joiner that joins nothing', 'pass\u200dword', 'password'],
    ['half a character', '\ud800x', '\ufffdx'],
  ])('%s', (_, text, line) => {
    expect(cleanLine(text)).toBe(line)
    expect(plainLine(text, 120)).toBe(line)
  })

  it('is cut, never through a character, at a word where one is near', () => {
    expect(cleanLine('a'.repeat(121), 120)).toBe(`${'a'.repeat(119)}…`)
    expect(cleanLine(`ab${'😀'.repeat(9)}`, 6)).toBe('ab😀…')
    expect(cleanLine('👍'.repeat(10), 10)).toBe('👍👍👍👍…')
    expect(cleanLine('one two three', 9)).toBe('one two…')
    expect(cleanLine('x'.repeat(5_000_000), 120)).toHaveLength(120)
  })
})

describe('a plain text', () => {
  it('has no markup', () => {
    expect(plainLine('<b>Hi</b>\u0000 there, you<!-- x -->\u0007', 100)).toBe('Hi there, you')
    expect(plainLine('1 < 2 and 3 > 2, a -> b', 100)).toBe('1 < 2 and 3 > 2, a -> b')
  })

  it('is one line, or keeps its lines with at most one empty one between them', () => {
    expect(plainLine('Hi\r\n\r\n\r\n you', 100)).toBe('Hi you')
    expect(plainLines(' Hi \r\n\r\n\r\n\n you ', 100)).toBe('Hi\n\nyou')
  })
})

test.each([
  ['Click https://evil.example/x?y=1 now', 'Click now'],
  ['See www.evil.example/x today', 'See today'],
  ['open javascript://x%0Aalert(1) please', 'open please'],
])('%j without addresses is %j', (text, plain) => {
  expect(plainLine(withoutAddresses(text), 120)).toBe(plain)
})

describe('a place', () => {
  it.each([
    ['Hauptstr. 1, Berlin', 'Hauptstr. 1, Berlin'],
    ['Room 4,\r\n Bern', 'Room 4, Bern'],
    ['https://meet.example/abc', 'https://meet.example/abc'],
    ['Room 4, https://meet.example/abc.', 'Room 4, https://meet.example/abc'],
    ['Zoom (https://meet.example/abc).', 'Zoom, https://meet.example/abc'],
    ['https://a.example/1 https://b.example/2', 'https://a.example/1'],
    ['http://a.example/1', ''],
    ['https://google.com@evil.example/', ''],
    ['javascript://x Room 4', 'Room 4'],
    [`${'x'.repeat(500)} https://m.example/abc`, `${'x'.repeat(176)}…, https://m.example/abc`],
    [`Zoom https://meet.example/${'a'.repeat(200)}`, 'Zoom'],
  ])('%j is %j', (text, place) => {
    expect(placeLine(text, () => true)).toBe(place)
    expect(place.length).toBeLessThanOrEqual(200)
  })

  it('keeps no address that nobody vouches for', () => {
    expect(placeLine('Room 4 https://a.example/1', () => false)).toBe('Room 4')
  })

  it('is at most 200 characters with the address whole', () => {
    const link = `https://meet.example/${'a'.repeat(150)}`
    const place = placeLine(`${'Long way '.repeat(40)} ${link}`, () => true)

    expect(place.length).toBeLessThanOrEqual(200)
    expect(place.endsWith(link)).toBe(true)
  })
})
