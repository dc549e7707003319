import type { TextKind } from './file-text.ts'

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
export function extensionOf(path: string): string {
  const name = nameOf(path)
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1)
}

/** What a text is by its file's name, or by its first line where the name says nothing. */
export function kindOf(path: string, text: string): TextKind {
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
export function formatOf(path: string, text: string): TextFormat | undefined {
  const format = formats.get(extensionOf(path))
  // a web page that was saved under the name of what it should have been
  const isPage = kindByName(path) === undefined && htmlStart.test(text)
  return format ?? (isPage ? 'html' : undefined)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase()
}
