import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sized } from '../../../../.config/testing/test-size.ts'
import type { PassageRange } from '../file-record.ts'
import type { TextKind } from '../text/file-text.ts'
import { LONGEST, TINY } from './cut-blocks.ts'
import { cut } from './testing/passages-of.ts'
import { HEADING_LONGEST } from './text-lines.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

const names: readonly (readonly [string, TextKind])[] = [
  ...['ts', 'jsx', 'py', 'java', 'cpp', 'rs', 'go', 'php', 'css', 'cs', 'rb'].map(
    (extension) => [`a.${extension}`, 'code'] as const,
  ),
  ['a.md', 'markdown'],
  ['a.txt', 'prose'],
  ['a.json', 'data'],
  ['a.toml', 'data'],
  ['a.csv', 'table'],
]

/** What is wrong with the passages of a text; none where all that is promised holds. */
function faults(text: string, passages: readonly PassageRange[]): string[] {
  const lines = lineNumbers(text)
  const ends = [0, ...passages.map(({ end }) => end)]
  const starts = [...passages.map(({ start }) => start), text.length]
  const gaps = starts.filter((start, nth) => /\S/.test(text.slice(ends[nth], start)))
  const wrong = passages.flatMap((passage, nth) => {
    const beside = { before: passages[nth - 1], next: passages[nth + 1] }
    return [...ownFaults(text, passage, lines), ...faultsBeside(passage, beside)].map(
      (fault) => `${nth} (${passage.start}-${passage.end}): ${fault}`,
    )
  })
  return [...gaps.map((at) => `text is left out before ${at}`), ...wrong]
}

function ownFaults(text: string, passage: PassageRange, lines: Uint32Array): string[] {
  const { start, end, firstLine, lastLine, heading } = passage
  const own = text.slice(start, end)
  return [
    own.length === end - start && end > start ? '' : 'no range of the text',
    own.length > LONGEST ? 'too long' : '',
    /\S/.test(own) ? '' : 'blank',
    /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(own) ? 'half a sign' : '',
    heading.length > HEADING_LONGEST || /[\n\r\0]/.test(heading) ? 'unfit heading' : '',
    lines[start] === firstLine && lines[end - 1] === lastLine ? '' : 'wrong lines',
  ].filter((fault) => fault !== '')
}

function faultsBeside(
  { start, end }: PassageRange,
  { before, next }: { before: PassageRange | undefined; next: PassageRange | undefined },
): string[] {
  const isTiny = end - start < TINY
  return [
    before && before.start >= start ? 'out of order' : '',
    isTiny && before && end - before.start <= LONGEST ? 'tiny, where the one before has room' : '',
    isTiny && next && next.end - start <= LONGEST ? 'tiny, where the next one has room' : '',
  ].filter((fault) => fault !== '')
}

/** The line of each offset, counted from 1. */
function lineNumbers(text: string): Uint32Array {
  const lines = new Uint32Array(text.length)
  let line = 1
  for (let at = 0; at < text.length; at++) {
    lines[at] = line
    if (text[at] === '\n') line++
  }
  return lines
}

/** The same numbers from 0 to 1 each time. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

function garbage(seed: number, length: number): string {
  const next = chance(seed)
  const bits = [
    ...'{}()[]<>;,.:=+-*/ \n\n\n\t#@!?|&"\'`$~\\_',
    ...[
      'word ',
      'function f() {\n',
      'class A {\n',
      '# head\n',
      '```\n',
      '"""',
      '/*',
      '*/',
      '<!--',
      '😀',
      '。',
      '\u00a0',
      'end\n',
    ],
    ...[
      '  ',
      '    ',
      '\n\n',
      'x'.repeat(700),
      ' '.repeat(300),
      '\n'.repeat(50),
      'def f():\n',
      '[a]\n',
      'key: ',
      'A sentence. ',
    ],
  ]
  let text = ''
  while (text.length < length) text += bits[Math.floor(next() * bits.length)]
  return text.toWellFormed()
}

describe('whatever the text is', () => {
  it('covers all of the sources of this repository, within bounds, in order, with right lines', () => {
    const files = globSync('{daemon,shared,.config}/**/*.{ts,tsx,css,md,json,mjs}', {
      cwd: root,
      exclude: (path) => path.includes('node_modules'),
    })
    const next = chance(3)
    const some = files.filter(() => next() < sized(0.05, 0.1))
    expect(some.length).toBeGreaterThan(50)

    for (const file of some) {
      const text = readFileSync(`${root}/${file}`, 'utf8')
      const kind = file.endsWith('.md') ? 'markdown' : file.endsWith('.json') ? 'data' : 'code'
      expect({ file, faults: faults(text, cut(file, text, kind)) }).toEqual({
        file,
        faults: [],
      })
    }
  })

  it.each(names)('covers real code and garbage in between, read as %s', (path, kind) => {
    const source = readFileSync(new URL('./outline-markdown.ts', import.meta.url), 'utf8')
    for (let seed = 1; seed <= sized(3, 12); seed++) {
      const noise = garbage(seed, 200 + seed * 900)
      const text = seed % 3 === 0 ? source.slice(0, 3000) + noise + source.slice(3000) : noise
      expect({ seed, faults: faults(text, cut(path, text, kind)) }).toEqual({
        seed,
        faults: [],
      })
    }
  })

  it.each(names)('cuts text that is hostile to its reader, read as %s', (path, kind) => {
    const bits = [
      '{\n',
      '(',
      '"\n',
      '`${',
      '# a\n',
      '<!--\n',
      '/*\n',
      '}\n',
      '[a](',
      'x',
      '😀',
      '" ',
      '\n',
    ]
    for (const bit of bits) {
      const text = `a${bit.repeat(Math.floor(sized(4_000, 12_000) / bit.length))}b`
      expect({ bit, faults: faults(text, cut(path, text, kind)) }).toEqual({
        bit,
        faults: [],
      })
    }
  })

  it.each([
    ['a.ts', 'code', '{\n'],
    ['a.kt', 'code', 'class A {\n'],
    ['a.py', 'code', '(\n'],
    ['a.md', 'markdown', '# a\n<!--\n```` `\n'],
    ['a.txt', 'prose', 'no end '],
    ['a.json', 'data', '['],
    ['a.csv', 'table', '"\n'],
  ] as const)('costs what the text is long, as with megabytes of %s', (path, kind, bit) => {
    const text = bit.repeat(sized(1_000_000, 2_000_000) / bit.length)

    expect(faults(text, cut(path, text, kind))).toEqual([])
  })

  it('has no passages of a text that is blank, and one of a single sign', () => {
    expect(cut('a.ts', '', 'code')).toEqual([])
    expect(cut('a.md', ' \n\t\n\u00a0', 'markdown')).toEqual([])
    expect(cut('a.txt', '\n\n  x\n', 'prose')).toEqual([
      { start: 2, end: 5, firstLine: 3, lastLine: 3, heading: '' },
    ])
  })

  it('does not sink into what is nested deeper than any stack', () => {
    const nested = Array.from({ length: 3000 }, (_, n) => `${' '.repeat(n % 250)}function f() {\n`)
    const text = nested.join('')

    for (const path of ['a.ts', 'a.kt']) {
      expect(faults(text, cut(path, text, 'code'))).toEqual([])
    }
  })
})
