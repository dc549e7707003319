import { Unzip, UnzipInflate, zipSync } from 'fflate'
import mammoth from 'mammoth'
import { documentLines } from './document-lines.ts'
import { type FileText, failed, skipped, TEXT_MAX_CHARACTERS, tooMuchText } from './file-text.ts'
import { readTags } from './read-tags.ts'

const DOCUMENT = /^word\/document\d*\.xml$/i
const HEADER = /^word\/header\d*\.xml$/i
const FOOTER = /^word\/footer\d*\.xml$/i

const faults: Readonly<Record<ArchiveFault | XmlFault, string>> = {
  damaged: 'This Word document is damaged or encrypted.',
  'too large': 'This Word document expands to more than 32 MB, or to 200 times its size.',
  'too many': 'This archive has more than 5,000 entries.',
  'too rich': 'This Word document has more elements than can be read.',
  'too deep': 'This Word document is nested more than 256 deep.',
  forbidden: 'This Word document defines entities, which none does.',
}

/** What Mammoth puts behind a footnote. */
const backToText = /<a href="#(?:foot|end)note-ref-\d{1,9}">↑<\/a>/g

/**
 * The text of a Word document: headers of its pages first, footers last, and its headings as
 * marks. Only parts that were counted and checked reach the reader, and nothing outside the file.
 */
export async function docxText(bytes: Uint8Array): Promise<FileText> {
  const parts = docxParts(bytes)
  if (typeof parts === 'string') return failed(faults[parts])
  if (![...parts.keys()].some((name) => DOCUMENT.test(name))) {
    return skipped('Of archives and Office documents only DOCX is read.')
  }
  for (const part of parts.values()) {
    const fault = xmlFault(textOfPart(part))
    if (fault) return failed(faults[fault])
  }
  try {
    return await convert(parts)
  } catch {
    return failed(faults.damaged)
  }
}

async function convert(parts: ReadonlyMap<string, Uint8Array>): Promise<FileText> {
  const archive = zipSync(Object.fromEntries(parts), { level: 0 })
  const { value: html } = await mammoth.convertToHtml(
    { buffer: Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength) },
    {
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      externalFileAccess: false,
    },
  )
  const body = documentLines(html.replace(backToText, ''))
  const header = marginLines(partsNamed(parts, HEADER))
  const footer = marginLines(partsNamed(parts, FOOTER)).filter((line) => !header.includes(line))
  const above = header.length > 0 ? [...header, ''] : []
  const below = footer.length > 0 ? ['', ...footer] : []
  const text = [...above, body.text, ...below].join('\n')
  if (text.length > TEXT_MAX_CHARACTERS) return tooMuchText
  const marks = body.marks.map(({ line, heading }) => ({ line: line + above.length, heading }))
  if (footer.length > 0) marks.push({ line: text.split('\n').length - footer.length, heading: '' })
  return { status: 'text', kind: 'prose', text, marks }
}

function partsNamed(parts: ReadonlyMap<string, Uint8Array>, name: RegExp): string[] {
  return [...parts].filter(([part]) => name.test(part)).map(([, part]) => textOfPart(part))
}

function textOfPart(part: Uint8Array): string {
  return new TextDecoder().decode(part)
}

/**
 * The paragraphs of the headers or footers of a Word document, which Mammoth leaves out; what
 * stands in several of them is given once. `parts` are their XML.
 */
function marginLines(parts: readonly string[]): string[] {
  return [...new Set(parts.flatMap(paragraphsOf))].filter((line) => /[\p{L}\p{N}]/u.test(line))
}

function paragraphsOf(xml: string): string[] {
  const lines: string[] = []
  let line = ''
  let isText = false
  let fallbacks = 0
  readTags(
    xml,
    {
      open(name) {
        if (name === 'mc:fallback') fallbacks++
        if (name === 'w:t') isText = true
        if (name === 'w:tab' || name === 'w:br' || name === 'w:tc') line += ' '
      },
      close(name) {
        if (name === 'mc:fallback') fallbacks--
        if (name === 'w:t') isText = false
        if (name !== 'w:p') return
        lines.push(line.replace(/\s+/g, ' ').trim())
        line = ''
      },
      text(text) {
        // a fallback says again what stands before it
        if (isText && fallbacks === 0) line += text
      },
    },
    { isXml: true },
  )
  return lines
}

/** Word nests a few dozen; readers of XML that nest their calls run out of stack at thousands. */
const DEPTH_MAX = 256
/** Readers of XML look through all attributes for each new one. */
const ATTRIBUTES_MAX = 256
/** About 2 KB of memory each while a document is being converted; a book of 500 pages has half. */
const ELEMENTS_MAX = 250_000

type XmlFault = 'too deep' | 'too rich' | 'forbidden'

/** Why XML is not handed to a reader that builds a tree of it; undefined where nothing speaks against. */
function xmlFault(xml: string): XmlFault | undefined {
  // Office Open XML forbids it, and entities of any size hide in it
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return 'forbidden'
  let depth = 0
  let deepest = 0
  let elements = 0
  let attributes = 0
  let mostAttributes = 0
  readTags(
    xml,
    {
      open() {
        elements++
        deepest = Math.max(deepest, ++depth)
        attributes = 0
      },
      close() {
        depth--
      },
      attribute() {
        mostAttributes = Math.max(mostAttributes, ++attributes)
      },
      text() {},
    },
    { isXml: true },
  )
  if (deepest > DEPTH_MAX) return 'too deep'
  return elements > ELEMENTS_MAX || mostAttributes > ATTRIBUTES_MAX ? 'too rich' : undefined
}

const MEGABYTE = 1024 * 1024
/** What the parts that hold text may expand to: that of a long book takes a third of it. */
const PARTS_MAX_BYTES = 32 * MEGABYTE
/** How much larger than the file they may be; text makes 20. */
const RATIO_MAX = 200
const ENTRIES_MAX = 5_000
/** How much is fed in before what came of it is counted. */
const STEP_BYTES = 16 * 1024

/** The parts that hold text or say how to read it: no pictures, fonts, other files, paths upwards. */
const readPart =
  /^(?:\[Content_Types\]\.xml|(?:_rels|word(?:\/_rels)?)\/[^/\\]{0,100}\.(?:xml|rels))$/i

type ArchiveFault = 'damaged' | 'too large' | 'too many'

/**
 * The parts of a DOCX that are read, by name, expanded while their bytes are counted: what the
 * archive says about their sizes is not believed. One with two parts of one name is damaged.
 */
function docxParts(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | ArchiveFault {
  const allowed = Math.min(PARTS_MAX_BYTES, Math.max(MEGABYTE, bytes.length * RATIO_MAX))
  const parts = new Map<string, Uint8Array[]>()
  let fault: ArchiveFault | undefined
  let entries = 0
  let expanded = 0
  const archive = new Unzip((entry) => {
    entries++
    if (entries > ENTRIES_MAX) fault ??= 'too many'
    if (fault || !readPart.test(entry.name)) return
    if (parts.has(entry.name)) {
      fault = 'damaged'
      return
    }
    const chunks: Uint8Array[] = []
    parts.set(entry.name, chunks)
    entry.ondata = (failure, chunk) => {
      if (failure) fault ??= 'damaged'
      if (fault) return
      expanded += chunk.length
      if (expanded > allowed) fault = 'too large'
      else chunks.push(chunk)
    }
    entry.start()
  })
  archive.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length && !fault; at += STEP_BYTES) {
      const step = bytes.subarray(at, at + STEP_BYTES)
      archive.push(step, at + STEP_BYTES >= bytes.length)
    }
  } catch {
    fault ??= 'damaged'
  }
  return fault ?? new Map([...parts].map(([name, chunks]) => [name, Buffer.concat(chunks)]))
}
