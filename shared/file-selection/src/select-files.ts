import ignore, { type Ignore } from 'ignore'
import {
  fileSkipReason,
  folderSkipReason,
  nameRefusal,
  shapeRefusal,
  sizeReason,
} from './skip-reason.ts'

/** A file that somebody wants read; the path begins with the chosen folder's name. */
export interface Candidate {
  readonly path: string
  readonly bytes: number
}

interface SkippedFile<File extends Candidate> {
  readonly file: File
  /** A sentence. */
  readonly reason: string
}

export interface Selection<File extends Candidate> {
  readonly kept: readonly File[]
  readonly skipped: readonly SkippedFile<File>[]
}

const IGNORE_FILE = '.gitignore'
const ignored = 'A .gitignore file leaves it out.'
const double = 'The folder has another file of the same path.'

/** The .gitignore files whose text `selectFiles` needs. */
export function ignoreFilesOf<File extends Candidate>(files: readonly File[]): File[] {
  const found = files.filter(({ path }) => nameOf(path) === IGNORE_FILE)
  return selectFiles(found, new Map()).kept.slice()
}

/**
 * Which files are worth reading, by path, size and the .gitignore files among them (texts by path),
 * and why the others are not. Costs grow with the number of files and of rules alone: a folder is
 * decided once.
 */
export function selectFiles<File extends Candidate>(
  files: readonly File[],
  ignoreFiles: ReadonlyMap<string, string>,
): Selection<File> {
  const tree = new FolderTree(files, ignoreFiles)
  const kept: File[] = []
  const skipped: SkippedFile<File>[] = []
  for (const file of files) {
    const reason = tree.reasonOf(file)
    if (reason === null) kept.push(file)
    else skipped.push({ file, reason })
  }
  return { kept, skipped }
}

/** Why files are not worth reading, by path, as `selectFiles` has it. */
export function skipReasons(
  files: readonly Candidate[],
  ignoreFiles: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const { skipped } = selectFiles(files, ignoreFiles)
  return new Map(skipped.map(({ file, reason }) => [file.path, reason]))
}

/** What is decided of a folder: nothing below is read for a reason, or by which rules the rest is. */
type Decision =
  | { readonly reason: string }
  | { readonly rules: IgnoreRules; readonly name: string; readonly taken: Set<string> }

class FolderTree {
  /** By path in NFC, as the other two. */
  readonly #decisions = new Map<string, Decision>()
  readonly #texts: ReadonlyMap<string, string>
  /** The signs of files for the folders beside them. */
  readonly #signs = new Map<string, Set<string>>()

  constructor(files: readonly Candidate[], ignoreFiles: ReadonlyMap<string, string>) {
    this.#texts = new Map(
      [...ignoreFiles].map(([path, text]) => [folderOf(path.normalize('NFC')), text]),
    )
    this.#decisions.set('', this.#open('', IgnoreRules.ofRoot(this.#texts.get(''))))
    for (const { path } of files) this.#sign(path)
  }

  /** Null where the file is kept; its path is then taken. */
  reasonOf(file: Candidate): string | null {
    const path = file.path.normalize('NFC')
    const folder = this.#decide(folderOf(path))
    if ('reason' in folder) return folder.reason
    const name = nameOf(path)
    const refusal = shapeRefusal(path) ?? nameRefusal(name)
    if (refusal !== undefined) return refusal
    const skip = fileSkipReason(name, folder.name)
    if (skip !== null) return skip
    if (folder.rules.ignores(name)) return ignored
    const size = sizeReason(name, file.bytes)
    if (size !== null) return size
    if (folder.taken.has(name)) return double
    folder.taken.add(name)
    return null
  }

  #sign(path: string): void {
    const sign = outputSign(nameOf(path))
    if (sign === undefined) return
    const folder = folderOf(path.normalize('NFC'))
    const signs = this.#signs.get(folder)
    if (signs) signs.add(sign)
    else this.#signs.set(folder, new Set([sign]))
  }

  #decide(path: string): Decision {
    const known = this.#decisions.get(path)
    if (known) return known
    const decision = this.#decideAnew(path)
    this.#decisions.set(path, decision)
    return decision
  }

  #decideAnew(path: string): Decision {
    // depth and length are bounded before parents are asked one by one
    const shape = shapeRefusal(path)
    if (shape !== undefined) return { reason: shape }
    const parentPath = folderOf(path)
    const parent = this.#decide(parentPath)
    if ('reason' in parent) return parent
    const name = nameOf(path)
    const reason =
      nameRefusal(name) ??
      folderSkipReason(name, parentPath === '') ??
      outputBesideReason(name, this.#signs.get(parentPath) ?? none)
    if (reason !== null) return { reason }
    const rules = parent.rules.enter(name, this.#texts.get(path))
    return rules ? this.#open(name, rules) : { reason: ignored }
  }

  #open(name: string, rules: IgnoreRules): Decision {
    return { rules, name, taken: new Set() }
  }
}

const none: ReadonlySet<string> = new Set()

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

interface Output {
  readonly reason: string
  /** Names of files, and endings with their dot. */
  readonly beside: readonly string[]
}

const dependencies = 'Dependencies are not read.'
const output = 'Build output is not read.'

/** Names that mean output or dependencies only beside the file of the tool that fills them. */
const outputs: ReadonlyMap<string, Output> = new Map([
  ['vendor', { reason: dependencies, beside: ['go.mod', 'composer.json', 'Gemfile'] }],
  ['deps', { reason: dependencies, beside: ['mix.exs', 'rebar.config'] }],
  ['Pods', { reason: dependencies, beside: ['Podfile'] }],
  ['Carthage', { reason: dependencies, beside: ['Cartfile'] }],
  ['target', { reason: output, beside: ['Cargo.toml', 'pom.xml', 'build.sbt', 'project.clj'] }],
  ['out', { reason: output, beside: ['package.json', 'build.gradle', 'build.gradle.kts', '.iml'] }],
  ['bin', { reason: output, beside: ['.csproj', '.fsproj', '.vbproj'] }],
  ['obj', { reason: output, beside: ['.csproj', '.fsproj', '.vbproj', '.vcxproj'] }],
  ['_build', { reason: output, beside: ['mix.exs', 'dune-project', 'rebar.config', 'conf.py'] }],
  ['zig-out', { reason: output, beside: ['build.zig'] }],
])

const signs: ReadonlySet<string> = new Set([...outputs.values()].flatMap(({ beside }) => beside))

/** The sign that a file is for the folders beside it; undefined for most files. */
function outputSign(name: string): string | undefined {
  if (signs.has(name)) return name
  const dot = name.lastIndexOf('.')
  const ending = dot === -1 ? '' : name.slice(dot)
  return signs.has(ending) ? ending : undefined
}

/** Why nothing below a folder is read, by the signs of the files beside it; or null. */
function outputBesideReason(name: string, besides: ReadonlySet<string>): string | null {
  const found = outputs.get(name)
  return found?.beside.some((sign) => besides.has(sign)) ? found.reason : null
}

/** One .gitignore file: what it is asked is relative to its own folder. */
interface Level {
  readonly rules: Ignore
  /** Where a path continues below that folder. */
  readonly from: number
}

/** What is asked about whether it is ignored, relative to the root; a folder ends in `/`. */
type Verdict = 'ignored' | 'named' | 'unnamed'

/**
 * The rules of .gitignore files as git applies them, for one folder none of whose parents is
 * ignored. The deepest file with a rule that fits decides, in each the last such rule.
 * Capital and small letters differ. Source: gitignore(5).
 */
export class IgnoreRules {
  /** The rules of the root: `text` is its own .gitignore file, if it has one. */
  static ofRoot(text?: string): IgnoreRules {
    return new IgnoreRules('', addLevel([], '', text))
  }

  readonly #path: string
  /** Deepest first. */
  readonly #levels: readonly Level[]

  private constructor(path: string, levels: readonly Level[]) {
    this.#path = path
    this.#levels = levels
  }

  /** Whether a file of this folder is ignored. */
  ignores(name: string): boolean {
    const path = this.#path + name
    for (const level of this.#levels) {
      const verdict = ask(level, path)
      if (verdict !== 'unnamed') return verdict === 'ignored'
    }
    return false
  }

  /**
   * The rules of a folder in this one, where `text` is its .gitignore file; null where it is
   * ignored, and with it everything below.
   */
  enter(name: string, text?: string): IgnoreRules | null {
    const path = `${this.#path}${name}/`
    const verdicts = this.#levels.map((level) => ask(level, path))
    if (verdicts.find((verdict) => verdict !== 'unnamed') === 'ignored') return null
    // a deeper file has taken this folder back in, so the rule above says nothing of what is in it
    const levels = this.#levels.map((level, at) =>
      verdicts[at] === 'ignored' ? takeIn(level, path) : level,
    )
    return new IgnoreRules(path, addLevel(levels, path, text))
  }
}

function ask({ rules, from }: Level, path: string): Verdict {
  const { ignored, unignored } = rules.test(path.slice(from))
  if (ignored) return 'ignored'
  return unignored ? 'named' : 'unnamed'
}

function addLevel(levels: readonly Level[], path: string, text: string | undefined): Level[] {
  if (text === undefined) return [...levels]
  const rules = ignore({ ignoreCase: false }).add(text.normalize('NFC'))
  return [{ rules, from: path.length }, ...levels]
}

function takeIn({ rules, from }: Level, folder: string): Level {
  const literal = folder.slice(from).replace(/[\\*?[\]]/g, '\\$&')
  return { rules: ignore({ ignoreCase: false }).add(rules).add(`!/${literal}`), from }
}
