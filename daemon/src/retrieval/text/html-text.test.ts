import { expect, it } from 'vitest'
import { htmlText } from './html-text.ts'
import { markedLines, readText } from './testing/read-text.ts'
import { seededNumbers } from './testing/seeded-bytes.ts'

const page = `<!doctype html>
<html><head><title>Jane Doe</title>
<style>
h1 { color: red }
</style></head>
<body>
<h1>Work &amp;
life</h1>
<p>At <b>Ac</b>me<br>since<!-- how
long --> 2019 <a
 href="/x">more</a></p>
<script>
const text = "<p>none</p>"
</script>
<h2>Skills</h2><ul><li>SQL<li>Rust</ul>
<table><tr><th>Year<th>Place</tr><tr><td>2019</td><td>Berlin</td></tr></table>
<pre>
if x:
    y
</pre><h1>Life</h1>one&#10;line`

it('shows the words of a page on the lines they stand on', async () => {
  const found = await readText('a/page.html', page)

  expect(found.kind).toBe('prose')
  expect(found.text.split('\n')).toEqual([
    '',
    'Jane Doe',
    '',
    '',
    '',
    '',
    'Work &',
    'life',
    'At Acme since',
    '2019',
    'more',
    '',
    '',
    '',
    'Skills SQL Rust',
    'Year | Place 2019 | Berlin',
    '',
    'if x:',
    '    y',
    'Life one line',
  ])
  expect(markedLines(found)).toEqual([
    'Work & life | Work &',
    'Work & life › Skills | Skills SQL Rust',
    'Life | Life one line',
  ])
})

it('takes the first heading of a page that is one line', () => {
  const { marks } = htmlText('<h1>Jane</h1><p>text</p><h2>Skills</h2><p>SQL</p>')

  expect(marks).toEqual([{ line: 1, heading: 'Jane' }])
})

it('keeps each word on its line, however the page is broken', () => {
  const pieces = ['<p>', '</p', '<', '>', '"', "'", '&amp;', '&#10;', '&', '<!--', '-->', '\n', ' ']
  pieces.push('<h2>', '</h2>', '<td>', '<tr>', '<pre>', '</pre>', '<a b="', '<br/>', '\n\n', ']]>')
  for (let seed = 1; seed <= 400; seed++) {
    const next = seededNumbers(seed)
    let source = ''
    for (let nth = 0; nth < 60; nth++) {
      source += pieces[next() % pieces.length]
      if (next() % 2 === 0) source += `w${nth}w `
    }

    const { text } = htmlText(source)

    const [lines, sourceLines] = [text.split('\n'), source.split('\n')]
    expect(lines.length, source).toBe(sourceLines.length)
    for (const [nth, line] of lines.entries()) {
      for (const word of line.match(/w\d+w/g) ?? []) {
        expect(sourceLines[nth], `${word} of ${source}`).toContain(word)
      }
    }
  }
})

it.each([
  ['tags that never close', '<div>'.repeat(200_000)],
  ['ends of tags that never opened', `${'<i>'.repeat(100_000)}${'</b>'.repeat(200_000)}`],
  ['cells in one line', '<td>a</td>'.repeat(100_000)],
  ['comments', '<!-- '.repeat(200_000)],
  ['signs', '<'.repeat(1_000_000)],
  ['entities', '&amp;'.repeat(200_000)],
  ['half entities', '&am'.repeat(300_000)],
  ['spaces', `<p>${' '.repeat(1_000_000)}</p>`],
  ['headings', '<h1>a'.repeat(100_000)],
])('comes to an end over many %s', (_what, source) => {
  expect(htmlText(source)).toMatchObject({ text: expect.any(String) })
})
