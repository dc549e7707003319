import { inWords } from '../../platform/in-words.ts'
import { stopWords, wordsIn } from '../../platform/stop-words.ts'

/** Longer ones are keys and encoded data: they cost much and nobody asks for them. */
const LONGEST = 64
const encoded = /[A-Za-z0-9_]{65,}/g

/**
 * A text as the tokeniser of the index gets it, and a question too: with the parts of its compound
 * identifiers beside them, in pairs of characters where no spaces part the words, without encoded
 * data. Takes time in proportion to the text.
 */
export function indexWords(text: string): string {
  const { parts, longest } = takeApart(text)
  // most texts have neither, and replacing costs more than all the rest
  const plain = inWords(longest <= LONGEST ? text : text.replace(encoded, ' '))
  return plain + (plain === text ? parts : takeApart(plain).parts)
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

/** A word of a question. */
export interface QuestionWord {
  /** Letters, digits and `_` alone. */
  readonly word: string
  /** An identifier whose parts are words too. */
  readonly isCompound: boolean
  /** Speaks of files rather than of what is in them. */
  readonly isAboutFiles: boolean
}

/** Of a long question its beginning and its end are looked at, this many characters of each. */
const READ_AT_EACH_END = 2_000

/** No more words than this are searched for. */
const WORDS = 256

/** What a question asks for, each word once; none where it holds nothing but words that ask. */
export function questionWords(question: string): readonly QuestionWord[] {
  const found = new Map<string, QuestionWord>()
  for (const word of shorten(question).match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []) {
    const plain = withoutDiacritics(word)
    if (found.size >= WORDS) break
    if (found.has(plain) || isSpare(plain)) continue
    const isCompound = takeApart(word).parts !== ''
    found.set(plain, { word, isCompound, isAboutFiles: wordsAboutFiles.has(plain) })
  }
  return [...found.values()]
}

/** What finds any of these words: nothing of a question reaches the grammar of FTS5. */
export function matchAny(words: readonly Pick<QuestionWord, 'word'>[]): string {
  return words.map(({ word }) => `"${word.replaceAll('"', '""')}"`).join(' OR ')
}

function shorten(question: string): string {
  if (question.length <= 2 * READ_AT_EACH_END) return indexWords(question.normalize('NFC'))
  // the words in the middle that are cut in two are none
  const beginning = question.slice(0, READ_AT_EACH_END).replace(/\s\S*$/, '')
  const end = question.slice(-READ_AT_EACH_END).replace(/^\S*\s/, '')
  return indexWords(`${beginning}\n${end}`.normalize('NFC'))
}

/** A single letter says as little as a word that only asks. */
function isSpare(plain: string): boolean {
  return /^([a-z_]|_+)$/.test(plain) || spareWords.has(plain)
}

function withoutDiacritics(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

/**
 * Words that ask, join and greet and say nothing of what is asked for, without diacritics, in
 * English, German and French. Words that code and documents are made of stay in, such as "type".
 */
const spareWords = stopWords(
  `
after anyone aren ask because before between couldn didn doesn don each etc everyone everything
explain far few find gives goes gonna good happen happened happening happens hasn haven he however
inside instead isn itself know lets look lot means never no nor not off often once only onto others
ours part possible rather say says shouldn show somewhere takes thank thanks think though through
thus together under until upon uses usually via wasn weren whatever whoever whole whom within
without won wouldn yes yet yourself allem allen aller alles andere anderen beim bist danke denn
dessen dich dies diese diesem diesen dieser dieses dort durch euch euer gegen geht genau hast hatte
hinter ihm ihn ihnen ihre ihrem ihren ihrer ins jede jeder jedes jetzt keinen koennen konnen konnte
machen macht mehr mussen nichts schon sehr seinem seinen seiner sollen sonst unsere unter waren weil
welchem welchen werde wieder wofur woher wohin wurde wurden zwischen aussi avez ca car cela celle
celui chez elles encore entre etais etait etes eu leurs meme merci ni nos notre peut pourquoi sans
sera sous suis toute toutes tres vers
`,
  // said to be kind, not to ask
  `
afternoon awesome bye cheers cool evening goodbye great hola morgen morning nice night perfect sorry
thx welcome wonderful
`,
)

const aboutFiles = `
according called chapter class code codebase contain contained contains datei dateien declared
defined definition describe described description document documentation documents dossier exactly
exist exists fichier fichiers file files folder folders function functions handled implement
implementation implemented implements library line lines list located main mention mentioned
mentions method methods module modules named notes ordner page pages paragraph project projekt
projet read repo repository section source sources steht summarise summarize summary text written
`

/**
 * Words that speak of files and of code and not of their subject. They are searched for, but where
 * no file holds them the question may well be about the files.
 */
const wordsAboutFiles: ReadonlySet<string> = wordsIn(aboutFiles)
