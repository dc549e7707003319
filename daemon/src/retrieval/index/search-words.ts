import type { DatabaseSync } from 'node:sqlite'
import { prepareWrite } from './index-file.ts'
import type { QuestionWord } from './question-words.ts'

/** A word of a question and what the index knows of it. */
export interface WeighedWord extends QuestionWord {
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
export interface WordHit {
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
const WORDS = 64

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
  return within.slice(0, WORDS)
}

/** Nothing of a question reaches the grammar of FTS5. */
export function matchAny(words: readonly Pick<WeighedWord, 'word'>[]): string {
  return words.map(({ word }) => `"${word.replaceAll('"', '""')}"`).join(' OR ')
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
