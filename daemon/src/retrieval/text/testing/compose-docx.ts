import { strToU8, type Zippable, zipSync } from 'fflate'

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** A DOCX with this XML as the content of its body, and other parts by their names. */
export function composeDocx(
  body: string,
  parts: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array {
  const all: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': documentRelations(),
    'word/styles.xml': wordXml('styles', [1, 2, 3].map(headingStyle).join('')),
    'word/numbering.xml': wordXml('numbering', numbering),
    'word/document.xml': documentXml(body),
    ...parts,
  }
  const files: Zippable = Object.fromEntries(
    Object.entries(all).map(([name, part]) => [
      name,
      typeof part === 'string' ? strToU8(part) : part,
    ]),
  )
  return zipSync(files, { level: 6 })
}

/** What the document refers to; `picture` is an address outside it, under the id "i1". */
export function documentRelations(picture = 'http://127.0.0.1:9/a.png'): string {
  return `${DECLARATION}<Relationships xmlns="${RELATIONS}"><Relationship Id="s1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="n1" Type="${OFFICE}/numbering" Target="numbering.xml"/><Relationship Id="i1" Type="${OFFICE}/image" Target="${picture}" TargetMode="External"/></Relationships>`
}

/** The part that holds the text of the body. */
export function documentXml(body: string): string {
  return wordXml('document', `<w:body>${body}</w:body>`)
}

/** A part such as a header, by the name of its outermost element. */
export function wordXml(name: string, content: string): string {
  return `${DECLARATION}<w:${name} xmlns:w="${WORD}" xmlns:r="${OFFICE}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">${content}</w:${name}>`
}

export function paragraph(text: string, properties = ''): string {
  const about = properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`
  return `<w:p>${about}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

export function headingParagraph(level: number, text: string): string {
  return paragraph(text, `<w:pStyle w:val="Heading${level}"/>`)
}

/** An item with a bullet; `depth` counts from 0. */
export function itemParagraph(text: string, depth = 0): string {
  return paragraph(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="1"/></w:numPr>`)
}

export function table(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) =>
    row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`
}

function headingStyle(level: number): string {
  return `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`
}

const numbering = `<w:abstractNum w:abstractNumId="0">${[0, 1]
  .map((level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="bullet"/></w:lvl>`)
  .join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`
