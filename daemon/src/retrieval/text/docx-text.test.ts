import { expect, it } from 'vitest'
import {
  composeDocx,
  headingParagraph,
  itemParagraph,
  paragraph,
  table,
  wordXml,
} from './testing/compose-docx.ts'
import { markedLines, readText } from './testing/read-text.ts'

const cv = composeDocx(
  [
    paragraph('Jane Doe, engineer'),
    headingParagraph(1, 'Experience'),
    headingParagraph(2, 'Acme &amp; Sons'),
    paragraph('Lead of </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>the search team'),
    itemParagraph('Built the index'),
    itemParagraph('in three months', 1),
    itemParagraph('Hired two people'),
    headingParagraph(1, 'Skills'),
    table([
      ['Skill', 'Years'],
      ['SQL', '7'],
    ]),
    paragraph('Likes</w:t><w:br/><w:t>to sail'),
  ].join(''),
  {
    'word/header1.xml': wordXml('hdr', paragraph('jane@example.com')),
    'word/header2.xml': wordXml('hdr', paragraph('jane@example.com')),
    'word/footer1.xml': wordXml('ftr', paragraph('Made in May')),
  },
)

it('reads a CV in Word line by line, with its headings as marks', async () => {
  const found = await readText('cv/jane.docx', cv)

  expect(found.kind).toBe('prose')
  expect(found.text.split('\n')).toEqual([
    'jane@example.com',
    '',
    'Jane Doe, engineer',
    '',
    'Experience',
    '',
    'Acme & Sons',
    '',
    'Lead of the search team',
    '',
    '- Built the index',
    '  - in three months',
    '- Hired two people',
    '',
    'Skills',
    '',
    'Skill | Years',
    'SQL | 7',
    '',
    'Likes',
    'to sail',
    '',
    'Made in May',
  ])
  expect(markedLines(found)).toEqual([
    'Experience | Experience',
    'Experience › Acme & Sons | Acme & Sons',
    'Skills | Skills',
    ' | ',
  ])
})

it('takes Word for what it is under any name', async () => {
  expect((await readText('cv/jane.txt', cv)).text).toContain('- Built the index')
})

it('reads lines of an address and headings that a table holds', async () => {
  const body = table([['Jane Doe', 'Main Street 1</w:t><w:br/><w:t>Springfield']])

  expect((await readText('a.docx', composeDocx(body))).text).toBe(
    'Jane Doe | Main Street 1 Springfield',
  )
})

it('leaves no gap in the headings where one is empty', async () => {
  const body = headingParagraph(1, ' ') + headingParagraph(2, 'Skills') + paragraph('SQL')

  expect(markedLines(await readText('a.docx', composeDocx(body)))).toEqual(['Skills | Skills'])
})

it('puts footnotes at the end', async () => {
  const note = `<w:footnote w:id="1">${paragraph('In a harbour')}</w:footnote>`
  const body = paragraph('Sails</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r><w:r><w:t>')
  const document = composeDocx(body, { 'word/footnotes.xml': wordXml('footnotes', note) })

  expect((await readText('a.docx', document)).text).toBe('Sails[1]\n\n1. In a harbour')
})

it('reads each drawn box of a header once', async () => {
  const boxed = (name: string) => `<mc:${name}>${paragraph('Jane Doe')}</mc:${name}>`
  const drawing = `<w:p><w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">${boxed('Choice')}${boxed('Fallback')}</mc:AlternateContent></w:r></w:p>`
  const document = composeDocx(paragraph('text'), { 'word/header1.xml': wordXml('hdr', drawing) })

  expect((await readText('a.docx', document)).text).toBe('Jane Doe\n\ntext')
})
