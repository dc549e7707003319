import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * A statement for `run`, which also tells the number of the row that was inserted last: FTS5 leaves
 * numbers there that no JavaScript number holds, and `run` would throw after the work is done.
 */
export function prepareWrite(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql)
  statement.setReadBigInts(true)
  return statement
}
