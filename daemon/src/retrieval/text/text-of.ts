import { decodeText } from './decode-text.ts'
import { type FileText, failed, skipped, type TextKind } from './file-text.ts'
import { htmlText } from './html-text.ts'
import { notebookText } from './notebook-text.ts'

/**
 * What a file says, or why it is not read. What a file is shows in its bytes first, then in its
 * name. Whatever the bytes are, the promise resolves; time and memory are bounded by the caller.
 */
export async function textOf(path: string, bytes: Uint8Array): Promise<FileText> {
  if (bytes.length === 0) return skipped('The file is empty.')
  const found = await readBytes(path, bytes)
  if (found.status !== 'text') return found
  if (!/\S/.test(found.text)) return skipped('The file has no text.')
  const refusal = contentRefusal(found.text)
  return refusal === null ? found : skipped(refusal)
}

async function readBytes(path: string, bytes: Uint8Array): Promise<FileText> {
  switch (containerOf(path, bytes)) {
    case 'pdf':
      return (await import('./pdf-text.ts')).pdfText(bytes)
    case 'zip':
      return (await import('./docx-text.ts')).docxText(bytes)
    case 'old-office':
      return skipped(
        'This Office document is old or protected; a DOCX or PDF without a password is read.',
      )
    case 'rtf':
      return skipped('Rich text (RTF) is not read; DOCX and PDF are.')
    default: {
      const text = decodeText(bytes)
      return text === undefined ? noText(path) : shownText(path, unifyLineEnds(text))
    }
  }
}

function noText(path: string): FileText {
  const extension = extensionOf(path)
  if (extension === 'pdf') return failed('This is not a PDF.')
  if (extension === 'docx') return failed('This is not a Word document.')
  return skipped('This is not a text file.')
}

/**
 * A text file as what it shows: HTML without its tags, a notebook without its JSON, everything else
 * as it is. Each line keeps its place. `source` ends its lines with "\n".
 */
function shownText(path: string, source: string): FileText {
  const format = formatOf(path, source)
  if (format === 'notebook') {
    const cells = notebookText(source)
    if (cells) return { status: 'text', kind: 'code', ...cells }
  }
  if (format === 'html' || format === 'svg') {
    const page = htmlText(source)
    const isBlank = format === 'svg' && !/\S/.test(page.text)
    return isBlank
      ? skipped('This picture has no text.')
      : { status: 'text', kind: 'prose', ...page }
  }
  const kind = format === 'notebook' ? 'data' : kindOf(path, source)
  return { status: 'text', kind, text: source, marks: [] }
}

/** Formats that hold their text inside something else. */
type Container = 'pdf' | 'zip' | 'old-office' | 'rtf'

const signs: readonly (readonly [Container, readonly number[]])[] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['old-office', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['rtf', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
]

/** What readers of PDF allow before its beginning, in bytes. */
const PDF_HEAD_BYTES = 1024

/** What the bytes begin as, whatever the file's name says; undefined where they are text or unknown. */
function containerOf(path: string, bytes: Uint8Array): Container | undefined {
  const found = signs.find(([, sign]) => sign.every((byte, nth) => bytes[nth] === byte))
  if (found) return found[0]
  return extensionOf(path) === 'pdf' && holdsPdf(bytes) ? 'pdf' : undefined
}

function holdsPdf(bytes: Uint8Array): boolean {
  return Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.length, PDF_HEAD_BYTES),
  ).includes('%PDF-')
}

/**
 * What ends a line, wherever files and lines are named: what editors take for an end. Vertical tab,
 * form feed, U+0085, U+2028 and U+2029 stand inside a line.
 */
const lineEnd = /\r\n|\r/g

/** Any control character except tab and newline; none of them is to be read, and some end a text early. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** The text with "\n" as the end of each line and a space for each control character. */
function unifyLineEnds(text: string): string {
  return text.replace(lineEnd, '\n').replace(control, ' ')
}

/** The formats of text that are more than what stands in the file. */
type TextFormat = 'html' | 'svg' | 'notebook'

const kinds: Readonly<Record<TextKind, string>> = {
  code: `
    ada adb ads applescript as asm astro awk bas bash bat c c++ cc cjs cl clj cljc cljs cls cmake cmd
    coffee cpp cr cs csh cshtml css cts cu cxx d dart diff dpr el elm erb erl ex exs f f03 f90 f95 fish for
    frag fs fsi fsx gd geom glsl go gql gradle graphql groovy gsp h h++ haml hbs hcl heex hh hlsl hpp hrl
    hs hxx inc ino ipp java jl js jsp jsx kt kts ksh less lhs lisp lua m mak mjs mk ml mli mm mts nim nix
    nomad pas patch php phtml pl plsql pm pp prisma pro proto ps1 psd1 psm1 pug py pyi pyx r rake rb
    rkt rs s sass sbt scala scm scss sh sol sql st styl sv svelte swift tcl tf tfvars thrift toit ts tsx
    twig v vala vb vba vbs vert vhd vhdl vim vue wat wgsl xsl xslt zig zsh`,
  markdown: 'markdown markdn md mdown mdwn mdx mkd mkdn qmd rmd',
  data: `
    avsc cfg conf config csproj desktop dockerignore editorconfig geojson gitattributes
    gitignore gpx har ics ini json json5 jsonc jsonl jsonld kml lock map ndjson plist properties rdf reg
    resx rss sarif service sln toml topojson ttl vcf vcxproj webmanifest wsdl xaml xlf xliff xmi xml xsd
    yaml yml`,
  table: 'csv psv tab tsv',
  prose: `
    1 adoc asc asciidoc bib eml htm html ipynb latex log ltx man mbox me nfo org po pot rst srt sty
    svg tex texinfo text txt vtt xhtml`,
}

const formats: ReadonlyMap<string, TextFormat> = new Map([
  ['htm', 'html'],
  ['html', 'html'],
  ['xhtml', 'html'],
  ['svg', 'svg'],
  ['ipynb', 'notebook'],
])

const htmlStart = /^\s*<(?:!doctype\s+html|html)\b/i

/** Files that are known by their whole name; in small letters. */
const named: Readonly<Partial<Record<TextKind, string>>> = {
  code: `
    brewfile cmakelists.txt containerfile dockerfile earthfile gemfile gnumakefile jenkinsfile
    justfile makefile podfile procfile rakefile sconstruct tiltfile vagrantfile`,
  data: 'codeowners pipfile',
}

const kindByExtension = byName(kinds)
const kindByFileName = byName(named)

function byName(table: Readonly<Partial<Record<TextKind, string>>>): ReadonlyMap<string, TextKind> {
  return new Map(
    Object.entries(table).flatMap(([kind, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, kind as TextKind] as const),
    ),
  )
}

/** What stands after the last dot of a file's name, in small letters; or "". */
function extensionOf(path: string): string {
  const name = nameOf(path)
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1)
}

/** What a text is by its file's name, or by its first line where the name says nothing. */
function kindOf(path: string, text: string): TextKind {
  return kindByName(path) ?? (text.startsWith('#!') ? 'code' : 'prose')
}

function kindByName(path: string): TextKind | undefined {
  const name = nameOf(path)
  const [stem = ''] = name.split('.')
  return (
    kindByFileName.get(name) ?? kindByExtension.get(extensionOf(path)) ?? kindByFileName.get(stem)
  )
}

/** The format of a text; undefined where it is what it shows. */
function formatOf(path: string, text: string): TextFormat | undefined {
  const format = formats.get(extensionOf(path))
  // a web page that was saved under the name of what it should have been
  const isPage = kindByName(path) === undefined && htmlStart.test(text)
  return format ?? (isPage ? 'html' : undefined)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase()
}

/** From here on a line is longer than people write code, in UTF-16 units. */
const LONG_LINE = 2_000

/** A line of this length without spaces is data, whatever it stands in. */
const BLOB_LINE = 20_000

/**
 * Minified code against prose, tables and exports in one line: in published packages the one has
 * 1 to 4 % of spaces and 2 to 13 % of brackets, the others over 6 % of the first or under 2 % of the
 * second.
 */
const MINIFIED_MAX_SPACES = 0.05
const MINIFIED_MIN_BRACKETS = 0.02
const BLOB_MAX_SPACES = 0.005

/** Where generators introduce themselves. */
const HEAD = 4_000
const bundlers = /^(?:\/\*{6}\/ ?)?\(.{0,100}webpack(?:Bootstrap|UniversalModuleDefinition)/m
/** Go's convention, taken up by others: https://go.dev/s/generatedcode */
const generators = /^(?:\/\/|\/\*|#|--|;) ?Code generated .{0,200}DO NOT EDIT\b/m
/** What compilers and bundlers write below their output. */
const sourceMap = /^(?:\/\/|\/\*)[#@] ?sourceMappingURL=\S/

const keyHeader =
  /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|^PuTTY-User-Key-File-/gm
/** How much of the text after a header is searched for the key. */
const KEY_REACH = 1_000
/** A line of a key, between what source code or JSON puts around it. */
const keyLine = /^[\s"'`,;+\\]*[A-Za-z0-9+/]{16,}={0,2}[\s"'`,;+\\]*$/

/**
 * Why a text is not worth reading or must not be kept, as a sentence; null where nothing speaks
 * against it. Looks at the whole text, in time that grows with its length alone.
 */
export function contentRefusal(text: string): string | null {
  if (holdsPrivateKey(text)) return 'This file holds a private key.'
  if (isGenerated(text)) return 'This file is generated.'
  if (isMinified(text)) return 'This file is minified.'
  return null
}

/** A header that a manual shows without a key below it is harmless. */
function holdsPrivateKey(text: string): boolean {
  for (const { index, 0: header } of text.matchAll(keyHeader)) {
    if (header.startsWith('PuTTY')) return true
    const start = index + header.length
    const lines = text.slice(start, start + KEY_REACH).split(/\\[nr]|[\n\r]/)
    if (lines.some((line) => keyLine.test(line))) return true
  }
  return false
}

function isGenerated(text: string): boolean {
  const head = text.slice(0, HEAD)
  if (bundlers.test(head) || generators.test(head)) return true
  const written = text.trimEnd()
  return sourceMap.test(written.slice(written.lastIndexOf('\n') + 1))
}

function isMinified(text: string): boolean {
  let dense = 0
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    if (end - start >= LONG_LINE && isDense(text, start, end)) dense += end - start
    start = end + 1
  }
  return dense * 2 > text.length
}

function isDense(text: string, start: number, end: number): boolean {
  let spaces = 0
  let brackets = 0
  let foreign = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 32 || code === 9) spaces++
    else if (code === 123 || code === 125 || code === 40 || code === 41) brackets++
    // scripts without spaces between words are no code
    else if (code > 0x2e80) foreign++
  }
  const length = end - start
  if (foreign * 2 > length) return false
  const isCode =
    spaces <= length * MINIFIED_MAX_SPACES && brackets >= length * MINIFIED_MIN_BRACKETS
  return isCode || (length >= BLOB_LINE && spaces <= length * BLOB_MAX_SPACES)
}
