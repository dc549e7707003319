import { lexer } from 'marked'
import { expect, it } from 'vitest'
import { passage } from '../../../../test/passage.ts'
import { citePassage, quotePassage } from './compose-answer.ts'

it.each([
  ['a fence', '```\n![x](https://tracker.example/a.png)\n```'],
  ['a longer fence', '`````\n</script>\n`````\n# Title'],
  ['a quote and a link', '> quoted\n[click](https://evil.example)'],
  ['windows line ends', 'one\r\n\r\n# two\r\n![x](y)'],
  ['other line ends', 'one\u2028# two\r![x](y)'],
])('keeps %s inside one code block in one block quote', (_, text) => {
  const tokens = lexer(`Before\n\n${quotePassage(passage(text))}\n\nAfter`)

  expect(tokens.map(({ type }) => type).filter((type) => type !== 'space')).toEqual([
    'paragraph',
    'blockquote',
    'paragraph',
  ])
  const quote = tokens.find(({ type }) => type === 'blockquote')
  expect(quote && 'tokens' in quote && quote.tokens?.map(({ type }) => type)).toEqual(['code'])
})

it('cuts a long passage and shows that it did', () => {
  const lines = Array.from({ length: 100 }, (_, at) => `line ${at}`)
  const quoted = quotePassage(passage(lines.join('\n')))

  expect(quoted).toContain('> line 29\n> [...]\n')
  expect(quoted).not.toContain('line 30')
  expect(quotePassage(passage('x'.repeat(5000))).length).toBeLessThan(1600)
  expect(quotePassage(passage('short'))).not.toContain('[...]')
})

it('cites one line as one', () => {
  expect(citePassage(passage('x', { lastLine: 3 }))).toBe('`notes.md`, line 3')
})

it('says where in the file a passage is, where that is known', () => {
  expect(citePassage(passage('x', { heading: 'Page 2' }))).toBe('`notes.md`, lines 3-9 (`Page 2`)')
})

it.each(['a`b.md', '`` ` ``.md', 'a\n\n# b.md', '[a](https://evil.example)', '<img src=x>'])(
  'shows the name %j as plain text, as a path and as a heading',
  (name) => {
    const [paragraph] = lexer(citePassage(passage('x', { path: name, heading: name })))

    expect(paragraph).toMatchObject({ type: 'paragraph' })
    expect(paragraph && 'tokens' in paragraph && paragraph.tokens?.map(({ type }) => type)).toEqual(
      ['codespan', 'text', 'codespan', 'text'],
    )
  },
)
