import { labelFrom, type Named, type Outline, plainOutline, type TextLines } from './text-lines.ts'

/** A line with those that its open brackets take in; `end` is the last of them. */
interface Head {
  readonly text: string
  readonly end: number
}

/** What these lines name, if more lines follow them further inside; undefined where it is nothing. */
type HeadLabel = (head: string, depth: number) => string | undefined

const MOST_HEAD_LINES = 12
const MOST_HEAD_CHARACTERS = 600

/** Lines that end what they stand at the height of. */
const closing = /^(?:[)\]}]|<\/|(?:end|endif|endfunction|fi|done|esac|loop)\b(?!\s*[-+*/.(:=]))/i
const opening = /^(?:[{([]|begin\b)/i
/** What follows the head of a function in a line of its own, before the body. */
const beforeBody = /^(?:\{|begin\b|: |throws\b|where\b|noexcept\b|override\b)/i
const comment = /^(?:\/\/|\/\*|\*|#(?!\[|\w+(?:[(;:<?]| =))|--|;;|%%|<!--)/
const decorator = /^(?:@[\w.]|\[[A-Z]\w*[\](]|#\[|template\s*<)/
/** Stands further out than what it is among. */
const access = /^(?:public|private|protected)\s*:$/

const kinds =
  /^(?:[\w@]+(?:\([\w: ]+\))?\s+){0,6}?(@?interface|class|struct|enum|trait|protocol|extension|object|record|module|mod|namespace|mixin|actor|union|service|message|contract|library|package|defmodule|type)\s+(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+\s+(?=\w))?([\w$]+(?:(?:::|\.)[\w$]+)*)/
const functions =
  /^(?:[\w@]+(?:\([\w: ]+\))?\s+){0,6}?(?:def|defp|defmacro|fun|func|function|fn|sub|proc|procedure|macro)\*?\s+([\w.:$?!~]+)/i
const received = /^func\s+\((?:\w+\s+)?\*?(\w+)(?:\[[^\]]*\])?\)\s+(\w+)/
const tables =
  /^create\s+(?:\w+\s+){0,4}?(table|view|function|procedure|index|trigger|type)\s+(?:if\s+not\s+exists\s+)?([\w."`[\]]+)/i
/** `#close = async () => {`, `'save-all': function () {`. */
const assigned =
  /^(?:[a-z]+\s+){0,4}?(?:'([^']+)'|"([^"]+)"|(#?[\w$.]+))\s*(?::[^=]*)?[=:]\s*(?:async\s+)?(?:function\b|[(<]|[\w$]+\s*=>)/
/** A call that names what it is handed, like those of tests. */
const described = /^[\w$.]+\((?:'[^'\n]{1,150}'|"[^"\n]{1,150}"|`[^`\n]{1,150}`)(?=,)/
const takesFunction = /=>|\bfunction\b|[(,]\s*(?:move\s+)?\|[^|]*\|\s*\{$/
const declared =
  /^(?:export\s+)?(?:pub\s+)?(?:const|let|var|val|static)\s+(?:mut\s+)?([\w$]+)\s*(?=:(?!:)|=|$)/
const property = /^(?:'([^']+)'|"([^"]+)"|([\w$-]+))\s*:\s*\{$/
/** A rule of a style sheet. */
const selector = /^[.#&:*>@[][^;]*[^(]\{$/
/** A signature: `public Task<int> Run(`, `run() {`. */
const called =
  /^(?:[\w$.]+\s*\(\)|(?:[\w<>,[\]?.*&:@]+\s+){0,8}[*&]?((?:\w+::)*[\w$#~]+)(?:<[^()]*>)?\s*\()/
const control =
  /^(?:if|for|foreach|while|switch|catch|return|else|elif|elsif|when|unless|until|do|match|with|using|lock|try|guard|defer|await|throw|new|case|select|repeat|print|echo|assert|yield|loop|unsafe|go)\b/i
const unnamed = /^(?:module\.exports|exports|export default)\b(?!\s+\w)/
const signature = /^[^=]*\)[^()]*(?:\{|\bdo|->|\bis|\bas|\bbegin)$/i
const bodyStart = /(?:[^([,{=\s]\s*\{|\bdo|\bdo\s*\|[^|]*\||->|\bis|\bas|\bbegin)$/i
const tail = /\s*(?:\{|:|=|\(|\bdo|\bthen|\bis|\bas)$/i
const key = /^(?:- )?(?:"([^"]{1,100})"|'([^']{1,100})'|([\w$./@()+-]{1,100}))\s*[:=]/

/** What the indentation of code says about it, in any language: a line names those further inside. */
export function outlineCode(lines: TextLines): Outline {
  return outlineIndented(lines, codeLabel, (line) => headAt(lines, line))
}

/** The keys and tags of JSON, YAML, INI, TOML and XML, by their indentation. */
export function outlineData(lines: TextLines): Outline {
  return outlineIndented(lines, dataLabel, (line) => ({ text: lines.content(line), end: line }))
}

interface Open {
  readonly indent: number
  readonly named: Named & { end: number }
}

/** What a line is to those around it: an edge is a bracket by which something begins or ends. */
type Role = 'comment' | 'aside' | 'decorator' | 'edge' | 'head'

const asides: ReadonlySet<Role> = new Set(['comment', 'aside'])
const leading: ReadonlySet<Role> = new Set(['comment', 'decorator'])

function roleOf(content: string): Role {
  if (comment.test(content)) return 'comment'
  if (access.test(content)) return 'aside'
  if (decorator.test(content) && !/[^(]\{$/.test(content)) return 'decorator'
  return opening.test(content) || closing.test(content) ? 'edge' : 'head'
}

function outlineIndented(
  lines: TextLines,
  labelOf: HeadLabel,
  headOf: (line: number) => Head,
): Outline {
  const { leads, insides } = plainOutline(lines.count)
  const named: Named[] = []
  const open: Open[] = []
  for (let line = 0; line < lines.count; line++) {
    if (lines.isBlank(line)) continue
    const content = lines.content(line)
    const indent = indentOf(lines, line, content)
    const role = roleOf(content)
    // however far out comments stand, what they are among goes on
    const isAside = asides.has(role)
    if (!isAside) closeAbove(open, indent, role === 'edge')
    const { text, end } =
      role === 'head' ? headOf(line) : { text: '', end: lastOf(lines, line, role) }
    if (leading.has(role)) leads.fill(1, line, end + 1)
    const label = text && isOpened(lines, line, end, indent) && labelOf(text, indent)
    if (label) {
      const begun = { first: line, end: end + 1, label: labelFrom(label) }
      named.push(begun)
      open.push({ indent, named: begun })
    }
    reach(open, isAside ? indent : Number.POSITIVE_INFINITY, end + 1)
    line = end
  }
  return { named, leads, insides }
}

/** Takes the lines before `end` into what stands further out than this. */
function reach(open: readonly Open[], indent: number, end: number): void {
  for (const each of open) if (indent > each.indent) each.named.end = Math.max(each.named.end, end)
}

/** Ends what a line of this indentation no longer belongs to. */
function closeAbove(open: Open[], indent: number, isEdge: boolean): void {
  for (let top = open.at(-1); top && indent <= top.indent; top = open.at(-1)) {
    if (indent === top.indent && isEdge) return
    open.pop()
  }
}

/** The last line of what a decorator is handed; of anything else its own. */
function lastOf(lines: TextLines, line: number, role: Role): number {
  if (role !== 'decorator' || !/[([{]$/.test(lines.content(line))) return line
  const indent = lines.indent(line)
  let end = line
  for (let next = inkedAfter(lines, line); next !== undefined; next = inkedAfter(lines, next)) {
    if (lines.indent(next) < indent) break
    end = next
    if (lines.indent(next) === indent) break
  }
  return end
}

/**
 * The entries of a list in YAML belong to the key above them, at whose height they may stand; the
 * stars of a comment stand one column further in than it.
 */
function indentOf(lines: TextLines, line: number, content: string): number {
  const sign = /^(?:- |\*)/.exec(content)?.[0]
  return lines.indent(line) + (sign === '- ' ? 1 : sign ? -1 : 0)
}

/** Whether more lines than one belong to it. */
function isOpened(lines: TextLines, line: number, end: number, indent: number): boolean {
  if (end > line) return true
  const next = inkedAfter(lines, line)
  if (next === undefined) return false
  const content = lines.content(next)
  const deeper = indentOf(lines, next, content)
  return deeper > indent || (deeper === indent && (opening.test(content) || access.test(content)))
}

function inkedAfter(lines: TextLines, line: number): number | undefined {
  for (let next = line + 1; next < lines.count; next++) if (!lines.isBlank(next)) return next
  return undefined
}

/** What opens a body, or the line alone where its brackets do not close soon. */
function headAt(lines: TextLines, line: number): Head {
  const first = lines.content(line)
  let text = first
  for (let end = line; end < line + MOST_HEAD_LINES; end++) {
    const next = lines.content(end + 1)
    if (isWhole(text)) {
      return { text: beforeBody.test(next) && !bodyStart.test(text) ? `${text} {` : text, end }
    }
    if (next === '' || text.length > MOST_HEAD_CHARACTERS) break
    text += /\($/.test(text) || /^\)/.test(next) ? next : ` ${next}`
  }
  return { text: first, end: line }
}

/** Its brackets are closed, or a body begins within them. */
function isWhole(text: string): boolean {
  if (/[^([{,\s]\s*\{$/.test(text)) return true
  if (text.endsWith(',') && selector.test(`${text}{`)) return false
  let open = 0
  for (const sign of text) open += sign === '(' ? 1 : sign === ')' ? -1 : 0
  return open <= 0
}

function codeLabel(head: string, depth: number): string | undefined {
  if (control.test(head) || unnamed.test(head) || /[;,]$/.test(head)) return undefined
  if (/^(?:unsafe\s+)?impl\b/.test(head)) return head.replace(tail, '')
  const [, kind, kindName] = kinds.exec(head) ?? []
  if (kind && kindName) return `${kind} ${kindName}`
  const [, type, method] = received.exec(head) ?? []
  if (type && method) return `${type}.${method}`
  const [, name] = functions.exec(head) ?? []
  if (name) return name
  const [, table, tableName] = tables.exec(head) ?? []
  if (table && tableName) return `${table.toLowerCase()} ${tableName.replace(/["`[\]]/g, '')}`
  return handed(head) ?? plainLabel(head, depth)
}

/** The name of what a function is handed to or kept under; undefined where it is none. */
function handed(head: string): string | undefined {
  if (!takesFunction.test(head)) return undefined
  const [call] = described.exec(head) ?? []
  if (call) return `${call})`
  const [, single, double, name] = assigned.exec(head) ?? []
  return single ?? double ?? name
}

function plainLabel(head: string, depth: number): string | undefined {
  const [, declaredName] = depth === 0 ? (declared.exec(head) ?? []) : []
  if (declaredName) return declaredName
  if (takesFunction.test(head)) return undefined
  const [, single, double, plain] = property.exec(head) ?? []
  const name = single ?? double ?? plain ?? calledName(head)
  if (name) return name
  const isHead = bodyStart.test(head) || !head.includes('(')
  return selector.test(head) || (depth === 0 && isHead) ? head.replace(tail, '') : undefined
}

function calledName(head: string): string | undefined {
  if (!signature.test(head) || /^[^(]*=/.test(head)) return undefined
  const [bare, name] = called.exec(head) ?? []
  return name ?? bare?.replace(/\s*\(\)$/, '')
}

function dataLabel(content: string): string | undefined {
  const [, double, single, plain] = key.exec(content) ?? []
  return double ?? single ?? plain ?? /^<([A-Za-z][\w.:-]*)/.exec(content)?.[1]
}
