import { z } from 'zod'
import type { RecordKind } from '../src/platform/records/record-log.ts'

const Line = z.object({ text: z.string() })
const Head = z.object({ of: z.string() })

/** A line that says nothing, and goes with the next compaction. */
export const PASSING = 'passing'

/** Lines of text as records, each found under the name of its log. */
export const lines: RecordKind<z.infer<typeof Line>, z.infer<typeof Head>> = {
  version: 1,
  row: Line,
  head: Head,
  projection: {
    name: 'lines',
    version: 1,
    tables: 'create table lines_texts (log text, text text)',
    apply(tables, { text }, { log }) {
      if (text !== PASSING) tables.run('insert into lines_texts values (?, ?)', log, text)
    },
    forget: (tables, log) => tables.run('delete from lines_texts where log = ?', log),
  },
}
