import type { DatabaseSync } from 'node:sqlite'
import { prepareWrite } from './prepare-write.ts'
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
