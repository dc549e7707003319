import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Passage } from '../../platform/llm/llm.ts'
import type { FileRecord } from '../file-record.ts'
import type { NearVector } from './account-vectors.ts'
import { prepareWrite } from './index-file.ts'
import { matchAny, type QuestionWord, questionWords } from './index-words.ts'
import type { PassageFile, PassageTable } from './passage-table.ts'

/** Passages that are looked at more closely. */
const CANDIDATES = 30

/** What a hit in a test counts: tests repeat the words of what they test. */
const TEST_SHARE = 0.7
const tests = /(^|\/)(__tests__|e2e|fixtures|spec|testing|tests?)\/|[._-](e2e|spec|test)\.[a-z]+$/i
const asksForTests = /\b(spec|test)(s|ed|ing)?\b/i

/** What is asked for and what there is to be searched. */
interface Search {
  readonly db: DatabaseSync
  readonly weights: WordWeights
  readonly table: PassageTable
  readonly question: string
  /** Passages near in meaning, nearest first. */
  readonly near: readonly NearVector[]
}

/**
 * The numbers of the passages that answer a question, best first; none where none does. Without
 * `near` in the order of BM25, otherwise merged by ranks. There is always something nearest: only what
 * stands out in meaning is an answer by itself, anything else that is near moves up what the words
 * have found.
 */
export function rankPassages({ db, weights, table, question, near }: Search): readonly number[] {
  const words = weights.weigh(questionWords(question))
  const hits = searchWords(db, chooseWords(words, weights), CANDIDATES)
  const isAnswered = answersQuestion(db, words, hits, weights.passages)
  const byWords = isAnswered ? discountTests(table, hits, question) : []
  const found = new Set(byWords)
  const byMeaning = near.flatMap(({ hash, standsOut }) => {
    const number = table.numberOf(hash)
    return number !== undefined && (standsOut || found.has(number)) ? [number] : []
  })
  return mergeRanks([byWords, byMeaning])
}

function discountTests(
  table: PassageTable,
  hits: readonly WordHit[],
  question: string,
): readonly number[] {
  const isDiscounted = ({ number }: WordHit) =>
    !asksForTests.test(question) && tests.test(table.fileOf(number)?.path ?? '')
  return hits
    .map((hit) => ({ ...hit, score: hit.score * (isDiscounted(hit) ? TEST_SHARE : 1) }))
    .sort((a, b) => b.score - a.score)
    .map(({ number }) => number)
}

/** A word of a question and what the index knows of it. */
interface WeighedWord extends QuestionWord {
  /** Passages that hold it. */
  readonly rows: number
  /** How much it says, in nats: the fewer passages hold it, the more. */
  readonly information: number
}

/** Forms of words whose passages are remembered. */
const REMEMBERED = 10_000

/** Weighs words by the passages that hold them, with the tokeniser of the index itself. */
export class WordWeights {
  readonly #db: DatabaseSync
  readonly #rows = new Map<string, number>()
  #passages: number | undefined

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** To be told when passages have come or gone. */
  forget(): void {
    this.#rows.clear()
    this.#passages = undefined
  }

  get passages(): number {
    const row = () => this.#db.prepare('select sum(passages) as count from files').get()
    this.#passages ??= Number(row()?.count ?? 0)
    return this.#passages
  }

  /** Several forms of one word count once, the first of them. */
  weigh(words: readonly QuestionWord[]): WeighedWord[] {
    const forms = new Map<string, QuestionWord>()
    for (const [at, form] of this.#forms(words).entries()) {
      const word = words[at]
      if (word && !forms.has(form)) forms.set(form, word)
    }
    return [...forms].map(([form, word]) => {
      const rows = this.#rowsOf(form)
      return { ...word, rows, information: Math.log(1 + (this.passages + 1) / (rows + 0.5)) }
    })
  }

  /** What the tokeniser makes of each word. */
  #forms(words: readonly QuestionWord[]): string[] {
    const db = this.#db
    db.exec("insert into asked (asked) values ('delete-all')")
    const insert = prepareWrite(db, 'insert into asked (rowid, word) values (?, ?)')
    for (const [at, { word }] of words.entries()) insert.run(at, word)
    const forms = words.map(() => '')
    for (const { doc, term } of db.prepare('select doc, term from asked_terms').iterate()) {
      forms[Number(doc)] += String(term)
    }
    return forms
  }

  #rowsOf(form: string): number {
    const known = this.#rows.get(form)
    if (known !== undefined) return known
    const row = this.#db.prepare('select doc from word_rows where term = ?').get(form)
    const rows = Number(row?.doc ?? 0)
    if (this.#rows.size >= REMEMBERED) this.#rows.clear()
    this.#rows.set(form, rows)
    return rows
  }
}

/** A passage that holds words of a question. */
interface WordHit {
  readonly number: number
  /** BM25, higher is better. */
  readonly score: number
}

/**
 * FTS5 scores every row that it finds, so common words cost most and say least: a row has to hold
 * one of the rarest words, and is scored by others too.
 */
const RARE_ROWS = { least: 500, share: 0.1 }
const ALL_ROWS = { least: 2_000, share: 0.6 }
const SEARCHED_WORDS = 64

/** The words of a question that are searched for. */
interface ChosenWords {
  /** Each passage that is found holds one of these. */
  readonly rare: readonly WeighedWord[]
  /** What else counts. */
  readonly others: readonly WeighedWord[]
}

/** What a word counts that the path or the heading holds. */
const PLACE_WEIGHT = '2.0'
/** What a word counts that is only imported. */
const IMPORT_WEIGHT = '0.2'

/**
 * Of the words that are held at all the rarest, until their rows reach a tenth of the passages, and
 * after them others, until all of their rows reach six tenths.
 */
export function chooseWords(words: readonly WeighedWord[], weights: WordWeights): ChosenWords {
  const held = words.filter(({ rows }) => rows > 0).sort((a, b) => a.rows - b.rows)
  const rare = affordable(held, rowsOf(RARE_ROWS, weights.passages))
  const all = new Set(affordable(held, rowsOf(ALL_ROWS, weights.passages)))
  return { rare, others: [...all].filter((word) => !rare.includes(word)) }
}

function rowsOf({ least, share }: typeof RARE_ROWS, passages: number): number {
  return Math.max(least, passages * share)
}

/** Rarest first; at least one. */
function affordable(words: readonly WeighedWord[], budget: number): readonly WeighedWord[] {
  let spent = 0
  const within = words.filter(({ rows }, at) => {
    spent += rows
    return at === 0 || spent <= budget
  })
  return within.slice(0, SEARCHED_WORDS)
}

/** The passages found, best first. By `rank` it would take half as long again. */
export function searchWords(
  db: DatabaseSync,
  { rare, others }: ChosenWords,
  limit: number,
): WordHit[] {
  if (rare.length === 0) return []
  // what is named twice counts twice, so all of them are
  const match =
    others.length === 0
      ? matchAny(rare)
      : `(${matchAny(rare)}) AND (${matchAny([...rare, ...others, ...others])})`
  const times = others.length === 0 ? 1 : 2
  return db
    .prepare(
      `select rowid, bm25(words, ${PLACE_WEIGHT}, 1.0, ${IMPORT_WEIGHT}) as score from words
        where words match ? order by score limit ?`,
    )
    .all(match, limit)
    .map((row) => ({ number: Number(row.rowid), score: -Number(row.score) / times }))
}

/** Dampens the first ranks: https://doi.org/10.1145/1571941.1572114 */
const DAMPING = 60

/**
 * One list out of several by reciprocal rank fusion, best first: what several lists rank high comes
 * before what one of them does, by the sum of 1 / (60 + rank), ranks counted from 1. Of two with one
 * sum the one that an earlier list names, or names earlier, comes first. A single list keeps its order.
 */
export function mergeRanks<Key>(lists: readonly (readonly Key[])[]): Key[] {
  const scores = new Map<Key, number>()
  for (const list of lists) {
    for (const [at, key] of list.entries()) {
      scores.set(key, (scores.get(key) ?? 0) + 1 / (DAMPING + at + 1))
    }
  }
  // the order of a map is the order in which keys came, and sorting keeps it where scores are equal
  return [...scores].sort(([, one], [, other]) => other - one).map(([key]) => key)
}

/** Hits that are looked at; where none of so many is good enough, none is. */
const LOOKED_AT = 16
const WORDS = 64

/**
 * How much of what a question says one passage has to hold: with a single one of two words that are
 * as rare as each other it is not enough. Of a long question it is less of what comes after so many
 * words that one passage holds; `pnpm bench:rag` tells what that finds and what it lets through.
 */
const ENOUGH = 0.62
const LONG = 2
const ENOUGH_OF_MORE = 0.1

/** Where several passages hold two words or more of it, this share of that is enough. */
const ENOUGH_OF_SEVERAL = 0.8
const SEVERAL = 3

/** What a word counts in addition where the path or the heading names it. */
const NAMED = 0.25

/**
 * Whether the best of the hits, best first, hold so much of what the question says that it is about
 * these files. Words that no file holds count in full, so a question about something else fails by
 * them, and what common words say is little.
 */
function answersQuestion(
  db: DatabaseSync,
  words: readonly WeighedWord[],
  hits: readonly WordHit[],
  passages: number,
): boolean {
  const long = LONG * Math.log(passages + 1)
  const asked = askedFor(words)
  const total = informationOf(asked)
  const needed = ENOUGH * Math.min(total, long) + ENOUGH_OF_MORE * Math.max(0, total - long)
  const held = asked
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => b.information - a.information)
    .slice(0, WORDS)
  if (informationOf(held) * (1 + NAMED) < needed) return false

  const isHeld = db.prepare(
    'select 1 from words where words match ? and rowid = cast(? as integer)',
  )
  const near = needed * ENOUGH_OF_SEVERAL
  let several = 0
  for (const hit of hits.slice(0, LOOKED_AT)) {
    const within = held.filter((word) => holds(isHeld, `"${word.word}"`, hit))
    const covered = informationOf(within)
    if (covered >= needed) return true
    if (covered < near) continue
    if (within.length > 1) several += 1
    if (several === SEVERAL) return true
    const named = within.filter((word) => holds(isHeld, `place : "${word.word}"`, hit))
    if (covered + NAMED * informationOf(named) >= needed) return true
  }
  return false
}

/** Identifiers count by their parts; words about files count where files hold them. */
function askedFor(words: readonly WeighedWord[]): readonly WeighedWord[] {
  const counted = words.filter(({ rows, isAboutFiles }) => rows > 0 || !isAboutFiles)
  const simple = counted.filter(({ isCompound }) => !isCompound)
  return simple.length > 0 ? simple : counted
}

function informationOf(words: readonly WeighedWord[]): number {
  return words.reduce((sum, { information }) => sum + information, 0)
}

function holds(isHeld: StatementSync, match: string, { number }: WordHit): boolean {
  return isHeld.get(match, number) !== undefined
}

/** Stretches of one file that an answer has at most. */
const OF_ONE_FILE = 3

/** Passages that follow each other are one stretch up to this many characters. */
const STRETCH_CHARACTERS = 3_000

/** Passages from `from` to `to` of a file, counted within it. */
interface Stretch {
  readonly file: PassageFile
  readonly record: FileRecord
  from: number
  to: number
}

/**
 * The first of these passages, as they are shown: neighbours joined, at most three stretches of a file,
 * without those whose record cannot be read any more. In the same order.
 */
export function chooseHits(
  table: PassageTable,
  numbers: readonly number[],
  limit: number,
): Passage[] {
  const stretches: Stretch[] = []
  for (const number of numbers) {
    if (stretches.length >= limit) break
    const file = table.fileOf(number)
    const record = file && table.recordOf(file)
    const at = number - (file?.first ?? 0)
    if (!file || !record?.passages[at]) continue
    const ofFile = stretches.filter((stretch) => stretch.file.id === file.id)
    if (ofFile.some((stretch) => join(stretch, at))) continue
    if (ofFile.length < OF_ONE_FILE) stretches.push({ file, record, from: at, to: at })
  }
  return stretches.flatMap(shown)
}

/** Takes a passage into the stretch; false where it does not lie beside it or makes it too long. */
function join(stretch: Stretch, at: number): boolean {
  if (at !== stretch.from - 1 && at !== stretch.to + 1) return false
  const { passages } = stretch.record
  const [from, to] = [Math.min(stretch.from, at), Math.max(stretch.to, at)]
  const length = (passages[to]?.end ?? 0) - (passages[from]?.start ?? 0)
  if (length > STRETCH_CHARACTERS) return false
  stretch.from = from
  stretch.to = to
  return true
}

function shown({ file, record, from, to }: Stretch): Passage[] {
  const first = record.passages[from]
  const last = record.passages[to]
  if (!first || !last) return []
  return [
    {
      fileId: file.id,
      path: record.path,
      firstLine: first.firstLine,
      lastLine: last.lastLine,
      heading: first.heading,
      text: record.text.slice(first.start, last.end),
    },
  ]
}
