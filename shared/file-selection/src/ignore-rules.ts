import ignore, { type Ignore } from 'ignore'

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
