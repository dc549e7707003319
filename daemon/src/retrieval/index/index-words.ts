/** Longer ones are keys and encoded data: they cost much and nobody asks for them. */
const LONGEST = 64
const encoded = /[A-Za-z0-9_]{65,}/g

/** Writing without spaces between words: Han, kana, Thai, Lao, Khmer, Burmese. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/
const unspacedRuns = new RegExp(`${unspaced.source}{2,}`, 'g')

/**
 * A text as the tokeniser of the index gets it, and a question too: with the parts of its compound
 * identifiers beside them, in pairs of characters where no spaces part the words, without encoded
 * data. Takes time in proportion to the text.
 */
export function indexWords(text: string): string {
  const { parts, longest } = takeApart(text)
  // most texts have neither, and replacing costs more than all the rest
  if (longest <= LONGEST && !unspaced.test(text)) return text + parts
  const plain = text.replace(encoded, ' ').replace(unspacedRuns, inPairs)
  return plain + takeApart(plain).parts
}

function inPairs(run: string): string {
  let pairs = ' '
  for (let at = 1; at < run.length; at++) pairs += `${run.slice(at - 1, at + 1)} `
  return pairs
}

const other = 0
const lower = 1
const upper = 2
const digit = 3
const joint = 4

/** What the characters of ASCII are within an identifier. */
const kinds = new Uint8Array(128)
kinds.fill(lower, 97, 123)
kinds.fill(upper, 65, 91)
kinds.fill(digit, 48, 58)
kinds[95] = joint

/** What one pass over a text tells of its identifiers. */
export interface Identifiers {
  /** The parts of those that have several, each after a space. */
  readonly parts: string
  /** Characters of the longest one. */
  readonly longest: number
}

/**
 * Takes identifiers apart: " parse HTML Doc sha 256 group commit" for `parseHTMLDoc`, `sha256` and
 * `group_commit`. Other words are no identifiers of several parts and are not repeated.
 */
export function takeApart(text: string): Identifiers {
  let parts = ''
  let longest = 0
  let word = 0
  let start = 0
  let before = other
  for (let at = 0; at <= text.length; at++) {
    const kind = kindAt(text, at)
    if (kind === before) continue
    if (before === other) {
      word = at
      start = at
    } else {
      // the last capital of several belongs to what follows: HTMLDoc is HTML and Doc
      const end = before === upper && kind === lower ? at - 1 : at
      const isWhole = kind === other && start === word
      if (end > start && before !== joint && !isWhole) parts += ` ${text.slice(start, end)}`
      start = end
      longest = Math.max(longest, at - word)
    }
    before = kind
  }
  return { parts, longest }
}

function kindAt(text: string, at: number): number {
  const code = at < text.length ? text.charCodeAt(at) : 0
  return code < 128 ? (kinds[code] as number) : other
}

/** What imports say, and the rest of a passage, each line in one of the two. */
interface Parted {
  readonly text: string
  readonly imports: string
}

/** Cheap, and false for most passages: the ends of lines are looked for, not their beginnings. */
const words = /(?:import|export|from|use|using|#include|@import)\b/
const [beginsWith, holdsLater] = [new RegExp(`^${words.source}`), new RegExp(`\\n${words.source}`)]

/** Imports of the common languages, over several lines where they are written so. */
const imports = new RegExp(
  [
    /import\b[^;'"`(){}]{0,500}?(?:\{[^{}]{0,2000}\}[^;'"`(){}]{0,200}?)?['"][^'"\n]{1,500}['"];?$/,
    /export\s+(?:type\s+)?(?:\*|\{[^{}]{0,2000}\})[^;'"`(){}]{0,200}?\bfrom\s+['"][^'"\n]{1,500}['"];?$/,
    /(?:import|from)\s+[\w.]+(?:\s+import\s+[\w.,*() \t]+|\s+as\s+\w+)?;?$/,
    /import\s+(?:static\s+)?[\w.]+(?:\.\*)?;$/,
    /use\s+[\w:]+(?:::\{[^{}]{0,2000}\})?[^;'"\n]{0,200};$/,
    /using\s+[\w.= ]+;$/,
    /#include\s+[<"][^>"\n]{1,500}[>"]$/,
  ]
    .map(({ source }) => `^${source}`)
    .join('|'),
  'gm',
)

/**
 * Parts a passage of code from its imports: they repeat the names of what other files do, and a file
 * that imports much would be found for all of it.
 */
export function setAsideImports(passage: string): Parted {
  if (!beginsWith.test(passage) && !holdsLater.test(passage)) return { text: passage, imports: '' }
  const found = passage.match(imports)
  if (!found) return { text: passage, imports: '' }
  return { text: passage.replace(imports, ''), imports: found.join('\n') }
}
