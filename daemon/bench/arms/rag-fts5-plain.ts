import { DatabaseSync } from 'node:sqlite'
import type { SearchArm } from '../rag-arms.ts'

/** FTS5 with its defaults, asked for any word of the question. */
export function plainFts5Arm(texts: readonly string[], file: string): SearchArm {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = normal')
  db.exec('create virtual table passages using fts5 (text); begin')
  const insert = db.prepare('insert into passages (rowid, text) values (?, ?)')
  for (const [id, text] of texts.entries()) insert.run(id, text)
  db.exec('commit')
  const search = db.prepare(
    'select rowid from passages where passages match ? order by rank limit ?',
  )
  return {
    find(question, limit) {
      const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
      if (words.length === 0) return []
      const any = words.map((word) => `"${word}"`).join(' OR ')
      return search.all(any, limit).map((row) => texts[Number(row.rowid)] ?? '')
    },
    close: () => db.close(),
  }
}
