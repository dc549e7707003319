import { PATH_MAX_BYTES, PATH_MAX_DEPTH } from '@shortlist/contracts/limits'
import { expect, it } from 'vitest'
import { safePath } from './skip-reason.ts'

const NFD = 'U\u0308nicode.md'

it.each([
  ['proj/src/index.js'],
  ['proj/Ünïcode.md'],
  ['proj/日本語/メモ.txt'],
  ['proj/👩‍👩‍👧 family.md'],
  ['proj/.env.example'],
  ['proj/..hidden/...three.md'],
  ['proj/a b/c  d.txt'],
  ['proj/ leading.txt'],
  ['proj/50% "quoted" <b>&amp;.md'],
  ['proj/..%2f..%2fetc%2fpasswd'],
  ['proj/at 10:30.md'],
  ['proj/console.log'],
  ['proj/auxiliary/com10.txt'],
  ['README'],
])('keeps %j as it is', (path) => {
  expect(safePath(path)).toEqual({ path })
})

it('writes letters with their accents as one character', () => {
  expect(safePath(`proj/${NFD}`)).toEqual({ path: 'proj/Ünicode.md' })
})

it.each([
  ['', 'The file has no name.'],
  ['/etc/passwd', 'The path does not begin in the folder.'],
  ['//server/share/a.txt', 'The path does not begin in the folder.'],
  ['C:/Windows/a.txt', 'The path does not begin in the folder.'],
  ['c:a.txt', 'The path does not begin in the folder.'],
  ['proj/D:/a.txt', 'The path does not begin in the folder.'],
  ['..', 'The path has a name of dots alone.'],
  ['../a.txt', 'The path has a name of dots alone.'],
  ['proj/../../a.txt', 'The path has a name of dots alone.'],
  ['proj/./a.txt', 'The path has a name of dots alone.'],
  ['proj//a.txt', 'The path has an empty name.'],
  ['proj/', 'The path has an empty name.'],
  ['proj\\a.txt', 'The path has a backslash.'],
  ['\\\\server\\share\\a.txt', 'The path has a backslash.'],
  ['..\\..\\a.txt', 'The path has a backslash.'],
  ['proj/a\0.txt', 'The path has control characters.'],
  ['proj/a\r\nb.txt', 'The path has control characters.'],
  ['proj/a\x7f', 'The path has control characters.'],
  ['proj/a\x85b', 'The path has control characters.'],
  ['proj/a\u2028b', 'The path has control characters.'],
  ['proj/\u202egpj.exe', 'The path has characters that turn the direction of writing.'],
  ['proj/a\u2066b', 'The path has characters that turn the direction of writing.'],
  ['proj/a\u200fb', 'The path has characters that turn the direction of writing.'],
  ['proj/a\ud800b', 'The path has characters that cannot be read.'],
  ['proj/a\ufffdb', 'The path has characters that cannot be read.'],
  ['proj/a. ', 'A name of the path ends in a dot or a space.'],
  ['proj/sub./a', 'A name of the path ends in a dot or a space.'],
  ['proj/...', 'A name of the path ends in a dot or a space.'],
  ['CON', 'A name of the path is reserved by Windows.'],
  ['proj/NUL.txt', 'A name of the path is reserved by Windows.'],
  ['proj/nul .tar.gz', 'A name of the path is reserved by Windows.'],
  ['proj/Com1/a', 'A name of the path is reserved by Windows.'],
  ['proj/LPT².x', 'A name of the path is reserved by Windows.'],
  ['proj/aux', 'A name of the path is reserved by Windows.'],
])('refuses %j', (raw, reason) => {
  expect(safePath(raw)).toEqual({ reason })
})

it('counts the bytes of a path in UTF-8', () => {
  const fits = `${'é'.repeat(PATH_MAX_BYTES / 2 - 1)}/a`
  const pairs = '😀'.repeat(PATH_MAX_BYTES / 4)
  const reason = 'The path is longer than 1024 bytes.'

  expect(safePath(fits)).toEqual({ path: fits })
  expect(safePath(`${fits}a`)).toEqual({ reason })
  expect(safePath(pairs)).toEqual({ path: pairs })
  expect(safePath(`${pairs}a`)).toEqual({ reason })
  expect(safePath('a'.repeat(10_000_000))).toEqual({ reason })
})

it('counts the names that lead to a file', () => {
  const deep = (names: number) => Array.from({ length: names }, () => 'a').join('/')

  expect(safePath(deep(PATH_MAX_DEPTH))).toEqual({ path: deep(PATH_MAX_DEPTH) })
  expect(safePath(deep(PATH_MAX_DEPTH + 1))).toEqual({
    reason: 'The path has more than 16 names.',
  })
})

it('makes one path of two names only where they are the same text', () => {
  const pieces = [
    'a',
    'A',
    '.',
    '..',
    ' ',
    '/',
    '\\',
    '%2f',
    '\u202e',
    '\0',
    'é',
    'e\u0301',
    '\ufffd',
    '\u200b',
    ':',
  ]
  const seen = new Map<string, string>()
  for (const one of pieces) {
    for (const two of pieces) {
      for (const three of pieces) {
        const raw = `p/${one}${two}${three}`
        const safe = safePath(raw)
        if (!('path' in safe)) continue
        const other = seen.get(safe.path) ?? raw
        expect(other.normalize('NFC')).toBe(raw.normalize('NFC'))
        seen.set(safe.path, raw)
      }
    }
  }
  expect(seen.size).toBeGreaterThan(500)
})
