import { describe, expect, it } from 'vitest'
import { LONGEST, LONGEST_OVERLAP } from './cut-blocks.ts'
import { cut, headings } from './testing/passages-of.ts'

const sentence = (n: number) => `This is sentence number ${n}, which says as little as the others. `
const paragraph = (from: number, count = 12) =>
  `${Array.from({ length: count }, (_, n) => sentence(from + n))
    .join('')
    .trim()}\n`

describe('Markdown', () => {
  it('cuts at headings, those above them in front', () => {
    const text = [
      `# Install\n\n${paragraph(1)}\n`,
      `## Linux ##\n\n${paragraph(2)}\n`,
      `### With \`apt\` and [snap](https://snap.example)\n\n${paragraph(3)}\n`,
      `## Mac\n\n${paragraph(4)}\n`,
      `Use\n===\n\n${paragraph(5)}\n`,
      `Daily\n-----\n\n${paragraph(6)}`,
    ].join('')

    expect(headings('a.md', text, 'markdown')).toEqual([
      'Install',
      'Install › Linux',
      'Install › Linux › With apt and snap',
      'Install › Mac',
      'Use',
      'Use › Daily',
    ])
  })

  it('takes nothing for a heading in front matter, fences, comments and raw HTML', () => {
    const text = [
      `---\ntitle: A\n# no\n---\n\n# Real\n\n${paragraph(1)}\n`,
      `\`\`\`\`sh\n# no\n\`\`\`\n# no\n\`\`\`\`\n\n- ~~~\n  # no\n  ~~~\n\n`,
      `~~~\nno\n~~~\n---\n\n${paragraph(3)}\n<!--\n# no\n-->\n\n<pre>\n# no\n</pre>\n\n    # no\n\n#no\n\n---\n\n- a\n---\n\n`,
      `# Next\n\n${paragraph(2)}`,
    ].join('')

    expect([...new Set(headings('a.md', text, 'markdown'))]).toEqual(['Real', 'Next'])
  })

  it('reads on where a comment does not end, and to the end where a fence does not', () => {
    const text = `<!-- open\n\n# One\n\n${paragraph(1)}\n# Two\n\n${paragraph(2)}\n\`\`\`\n# no\n`

    expect(headings('a.md', text, 'markdown')).toEqual(['One', 'Two'])
  })

  it('joins sections that are tiny to their neighbours', () => {
    const text = `# A\n\n## Licence\n\nMIT\n\n## Use\n\n${paragraph(1)}`

    expect(cut('a.md', text, 'markdown')).toEqual([
      { start: 0, end: text.length - 1, firstLine: 1, lastLine: 9, heading: 'A › Use' },
    ])
  })

  it('keeps a fence in one piece where it can', () => {
    const fence = `\`\`\`ts\n${'const a = 1\n\n'.repeat(40)}\`\`\`\n`
    const text = `# A\n\n${paragraph(1, 10)}\n${fence}\n${paragraph(2, 10)}`

    const passages = cut('a.md', text, 'markdown')

    expect(
      passages.filter(({ start, end }) => text.slice(start, end).includes(fence.trim())),
    ).toHaveLength(1)
  })
})

describe('prose', () => {
  it('cuts at paragraphs and repeats the last sentences of the passage before', () => {
    const text = Array.from({ length: 12 }, (_, n) => paragraph(n * 10, 6)).join('\n')

    const passages = cut('a.txt', text, 'prose')

    expect(passages.length).toBeGreaterThan(3)
    for (const [nth, { start, end }] of passages.entries()) {
      const before = passages[nth - 1]
      expect(text.slice(end)).toMatch(/^\n|^$/)
      if (!before) continue
      expect(text.slice(start)).toMatch(/^This is sentence/)
      expect(before.end - start).toBeGreaterThan(60)
      expect(before.end - start).toBeLessThanOrEqual(LONGEST_OVERLAP)
    }
  })

  it('cuts a paragraph without an end at sentences', () => {
    const text = paragraph(1, 60)

    const passages = cut('a.txt', text, 'prose')

    expect(passages.length).toBeGreaterThan(3)
    for (const { start, end } of passages) {
      expect(text.slice(start, end)).toMatch(/^This [\s\S]*others\.$/)
      expect(end - start).toBeLessThanOrEqual(LONGEST)
    }
  })

  it('cuts text without spaces at its own full stops', () => {
    const text = '这是一个没有空格的句子。'.repeat(300)

    for (const { start, end } of cut('a.txt', text, 'prose')) {
      expect(text.slice(start, end)).toMatch(/^这[\s\S]*。$/)
    }
  })

  it('goes by the headings of the format, as of pages', () => {
    const pages = [paragraph(1, 9), 'Thanks.\n', paragraph(3, 9), paragraph(4, 40)]
    const text = pages.join('')
    const marks = ['Page 1', 'Page 2', 'Page 3', 'Page 4'].map((heading, nth) => ({
      heading,
      line: nth + 1,
    }))

    const found = headings('a.pdf', text, 'prose', marks)

    expect(found.slice(0, 3)).toEqual(['Page 1', 'Page 3', 'Page 4'])
    expect(new Set(found.slice(2))).toEqual(new Set(['Page 4']))
  })

  it('bounds long headings, keeping the first and the last ones', () => {
    const heading = Array.from({ length: 9 }, (_, n) => `${n} ${'long '.repeat(20)}`).join(' › ')

    const [passage] = cut('a.html', paragraph(1), 'prose', [{ line: 1, heading }])

    expect(passage?.heading.length).toBeLessThanOrEqual(200)
    expect(passage?.heading).toMatch(/^0 long .*… › … › 8 long .*…$/)
  })
})

describe('data and tables', () => {
  it('cuts JSON at its keys', () => {
    const entry = (name: string) =>
      `  "${name}": {\n${Array.from({ length: 20 }, (_, n) => `    "key ${n}": "some value or other"`).join(',\n')}\n  }`
    const text = `{\n${['one', 'two', 'three'].map(entry).join(',\n')}\n}\n`

    expect(headings('a.json', text, 'data')).toEqual(['one', 'two', 'three'])
  })

  it('cuts YAML at its keys, and INI and TOML at their sections', () => {
    const lines = Array.from({ length: 30 }, (_, n) => `key_${n}: a value or other`)
    const yaml = `services:\n  web:\n${lines.map((line) => `    ${line}\n`).join('')}  '@a/db@1(x)':\n${lines.map((line) => `  - ${line}\n`).join('')}`
    const toml = ['[tool.a]', '[[b]]'].map(
      (name) => `# About it.\n${name}\n${lines.join('\n')}\n\n`,
    )

    expect(headings('a.yaml', yaml, 'data')).toEqual(['services › web', 'services › @a/db@1(x)'])
    expect(headings('a.toml', toml.join(''), 'data')).toEqual(['tool.a', 'b'])
  })

  it('cuts tables between rows, with their columns as the heading', () => {
    const rows = Array.from(
      { length: 300 },
      (_, n) => `${n},"a cell of\ntwo lines, or ""more""",end of ${n}\n`,
    )
    const text = `id,note,end\n${rows.join('')}`

    const passages = cut('a.csv', text, 'table')

    expect(passages.length).toBeGreaterThan(3)
    for (const { start, end, heading } of passages) {
      expect(text.slice(start, end)).toMatch(/^(?:id|\d+),[\s\S]*end of \d+$/)
      expect(heading).toBe('id,note,end')
    }
  })

  it('cuts what is on one line inside of it', () => {
    const text = JSON.stringify(
      Array.from({ length: 5000 }, (_, n) => ({ id: n, name: `number ${n}` })),
    )

    const passages = cut('a.json', text, 'data')

    expect(passages.length).toBeGreaterThan(50)
    for (const { start, end, firstLine, lastLine } of passages) {
      expect([firstLine, lastLine]).toEqual([1, 1])
      expect(text.slice(start, end)).toMatch(/[},\]]$/)
    }
  })
})
