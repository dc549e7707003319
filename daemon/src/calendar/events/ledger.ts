import { createHash } from 'node:crypto'
import { EventTime } from '@shortlist/contracts/calendar'
import { z } from 'zod'
import type { ProjectedLogs } from '../../platform/projection/projected-logs.ts'
import type {
  Answer,
  Choice,
  Projection,
  RecordKind,
  Tables,
} from '../../platform/records/record-log.ts'
import { Claim, DAY_MS, keysOf, Lineage, lineageOf, startOf } from './claim.ts'

/** The log is rewritten when it is about so much longer than what counts in it. */
const SLACK_RECORDS = 100
const RECORDS_PER_ROW = 4

const ExactTime = EventTime.refine((time) => time.kind !== 'unclear').transform(
  (time) => time as Exclude<typeof time, { kind: 'unclear' }>,
)

/** An event as it was handed to a calendar. */
export const PlacedEvent = z.object({
  calendar: z.enum(['google', 'local']),
  summary: z.string(),
  location: z.string(),
  description: z.string(),
  time: ExactTime,
  emailId: z.string(),
  link: z.string(),
})
export type PlacedEvent = z.infer<typeof PlacedEvent>

/**
 * An appointment: what mails say about it, what was decided, and what the calendar holds. The state
 * on a card is worked out from these, never stored.
 */
export const LedgerRow = z.object({
  /** Also the id of the event in the calendar. */
  id: z.string(),
  /** The invitation that leads it; null for texts alone. */
  lineage: Lineage.nullable(),
  claims: z.array(Claim),
  /** The mail that calls it off by a sentence, and whether it may; null where none does. */
  callOff: z.object({ emailId: z.string(), isActing: z.boolean() }).nullable().default(null),
  /** What code decided about one version; null before. */
  verdict: z
    .object({
      version: z.string(),
      isAutomatic: z.boolean(),
      reason: z.string().nullable(),
      /** `busy`: the calendar holds something else then. `left-over`: beyond the budget. */
      kind: z.enum(['busy', 'left-over']).optional(),
    })
    .nullable(),
  /**
   * What the user decided. `undone` holds for good, `added` for one version and `despite` the mail
   * that had called it off.
   */
  choice: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('undone'), where: z.enum(['card', 'calendar']) }),
      z.object({
        kind: z.literal('added'),
        version: z.string(),
        time: ExactTime,
        despite: z.string().optional(),
      }),
    ])
    .nullable(),
  /** What the calendar holds as far as is known; null for nothing. */
  placed: PlacedEvent.nullable(),
  /** What the calendar is being asked: stored before it is asked, taken away after it has answered. */
  intent: z.enum(['put', 'remove']).nullable(),
  /** Why the calendar could not be asked or refused; tried again. */
  failure: z.string().nullable(),
  /** A deleted event of ours lies in the calendar: not the user's doing, so it may be put back. */
  isLeftover: z.boolean(),
  /** When it was first created by itself, ISO 8601, and in which sync. */
  created: z.object({ at: z.string(), syncId: z.string(), emailId: z.string() }).nullable(),
  /** What was last done to the calendar by itself; null where the user has decided since. */
  done: z
    .object({
      act: z.enum(['entered', 'moved', 'removed']),
      /** ISO 8601, UTC. */
      at: z.string(),
      /** The mail it was done for. */
      emailId: z.string(),
      /** What the calendar held before; null for nothing. */
      was: z.object({ summary: z.string(), time: ExactTime }).nullable(),
    })
    .nullable()
    .default(null),
})
export type LedgerRow = z.infer<typeof LedgerRow>

export function emptyRow(id: string, lineage: Lineage | null): LedgerRow {
  return {
    id,
    lineage,
    claims: [],
    callOff: null,
    verdict: null,
    choice: null,
    placed: null,
    intent: null,
    failure: null,
    isLeftover: false,
    created: null,
    done: null,
  }
}

/** The event id that a claim has where no row holds it yet; `account` is the user id. */
export function rowIdOf(account: string, claim: Claim): string {
  const { proposal, threadKey } = claim
  const { time } = proposal
  const lineage = lineageOf(claim)
  if (lineage)
    return eventId([account, 'uid', lineage.uid, lineage.sender, lineage.occurrence ?? ''])
  const start = startOf(time)
  if (start !== null) return eventId([account, 'start', threadKey, start])
  return eventId([account, 'text', threadKey, time.kind === 'unclear' ? time.text : ''])
}

/**
 * What identifies an appointment, as 52 characters of `a-v0-9`: base32hex (RFC 4648, section 7) of a
 * SHA-256, in lower case, which calendars take as the id of an event.
 */
export function eventId(parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  // four bits fill up the last of the 52 characters of five bits
  return (BigInt(`0x${hash}`) << 4n).toString(32).padStart(52, '0')
}

/** An appointment as it is from then on; ISO 8601, UTC. */
export const LedgerVersion = z.object({ at: z.string(), row: LedgerRow })

/** The import that has brought an appointment is taken back. */
const LedgerRemoval = z.object({ at: z.string(), gone: z.string() })

export const LedgerRecord = z.union([LedgerVersion, LedgerRemoval])
export type LedgerRecord = z.infer<typeof LedgerRecord>

export const LedgerHead = z.object({ userId: z.string() })
export type LedgerHead = z.infer<typeof LedgerHead>

/**
 * By id, by keys, by when they are over, by what was done by itself, and those that the calendar is
 * still to be asked about.
 */
const projection: Projection<LedgerRecord, LedgerHead> = {
  name: 'appointments',
  version: 2,
  tables: `
    create table appointments_rows (
      log text, id text, row text, until integer, is_open integer, done_at text,
      primary key (log, id)
    ) without rowid;
    create index appointments_done on appointments_rows (log, done_at) where done_at is not null;
    create index appointments_ahead on appointments_rows (log, until);
    create index appointments_open on appointments_rows (log) where is_open = 1;
    create table appointments_keys (log text, key text, id text, primary key (log, key, id)) without rowid;
    create index appointments_keys_of on appointments_keys (log, id);
  `,
  apply(tables, record, { log }) {
    if ('gone' in record) {
      for (const table of ['rows', 'keys'])
        tables.run(`delete from appointments_${table} where log = ? and id = ?`, log, record.gone)
      return
    }
    const { row } = record
    const isOpen = Number(row.intent !== null || row.failure !== null)
    tables.run(
      'insert or replace into appointments_rows values (?, ?, ?, ?, ?, ?)',
      log,
      row.id,
      JSON.stringify(row),
      untilOf(row),
      isOpen,
      row.done?.at ?? null,
    )
    tables.run('delete from appointments_keys where log = ? and id = ?', log, row.id)
    for (const key of new Set(row.claims.flatMap(keysOf)))
      tables.run('insert into appointments_keys values (?, ?, ?)', log, key, row.id)
  },
  forget(tables, log) {
    for (const table of ['rows', 'keys'])
      tables.run(`delete from appointments_${table} where log = ?`, log)
  },
}

/** The appointments of accounts: a log for each, of every version of every row. */
export const appointments: RecordKind<LedgerRecord, LedgerHead> = {
  version: 1,
  row: LedgerRecord,
  head: LedgerHead,
  projection,
}

/** Whether the local calendar is to hold an appointment of anybody's. */
export function holdsLocal(tables: Tables): boolean {
  const sql = "select 1 from appointments_rows where row ->> '$.placed.calendar' = 'local' limit 1"
  return tables.get(sql) !== undefined
}

/** The appointments of one account. Nothing is forgotten: what the user has undone stays undone. */
export class Ledger {
  readonly #logs: ProjectedLogs<LedgerRecord, LedgerHead>
  readonly #log: string
  readonly #head: LedgerHead
  readonly #now: () => Date
  readonly #lost: Set<string>

  /** `lost`: logs that `onLoss` has told of. */
  constructor(
    logs: ProjectedLogs<LedgerRecord, LedgerHead>,
    userId: string,
    now: () => Date,
    lost: Set<string>,
  ) {
    this.#logs = logs
    this.#log = ledgerLog(userId)
    this.#head = { userId }
    this.#now = now
    this.#lost = lost
  }

  /** Mends its log; resolves to whether rows are missing that had been there, until `madeGood`. */
  async isLacking(): Promise<boolean> {
    await this.#logs.settled()
    await this.#logs.look(this.#log, this.#head)
    return this.#logs.query(() => this.#lost.has(this.#log))
  }

  async madeGood(): Promise<void> {
    if (this.#lost.delete(this.#log)) await this.#logs.madeGood(this.#log)
  }

  async get(id: string): Promise<LedgerRow | undefined> {
    return (await this.all([id]))[0]
  }

  /** Those of the rows that there are. */
  all(ids: Iterable<string>): Promise<readonly LedgerRow[]> {
    const sql = 'where log = ? and id in (select value from json_each(?))'
    return this.#rows(sql, JSON.stringify([...ids]))
  }

  /** All rows of claims with one of the keys of `keysOf`, by id. */
  find(...keys: readonly string[]): Promise<readonly LedgerRow[]> {
    const found = `
      select id from appointments_keys where log = rows.log
      and key in (select value from json_each(?))`
    return this.#rows(`where log = ? and id in (${found}) order by id`, JSON.stringify(keys))
  }

  /** Every row, by id. */
  everything(): Promise<readonly LedgerRow[]> {
    return this.#rows('where log = ? order by id')
  }

  /** What is not over yet, in the order in which it will be. */
  ahead(now: Date): Promise<readonly LedgerRow[]> {
    return this.#rows('where log = ? and until > ? order by until, id', now.getTime())
  }

  /** To which something was done by itself since then, the newest first. */
  doneSince(since: Date): Promise<readonly LedgerRow[]> {
    const sql = 'where log = ? and done_at >= ? order by done_at desc, id'
    return this.#rows(sql, since.toISOString())
  }

  /** What the calendar was asked about in vain, or was not asked to the end. */
  open(): Promise<readonly LedgerRow[]> {
    return this.#rows('where log = ? and is_open = 1')
  }

  /** Stores what differs as one; rejects with `STORE_FULL` or `STORE_READONLY`. */
  async put(...rows: readonly LedgerRow[]): Promise<void> {
    const known = await this.all(rows.map(({ id }) => id))
    const stored = new Map(known.map((row) => [row.id, JSON.stringify(row)]))
    const changed = rows.filter((row) => JSON.stringify(row) !== stored.get(row.id))
    if (changed.length === 0) return
    const at = this.#now().toISOString()
    const records = changed.map((row) => ({ at, row }))
    await this.#logs.append(this.#log, this.#head, records)
  }

  /** Stores rows that another ledger has held, as of then (ISO 8601, UTC). */
  async bring(at: string, rows: readonly LedgerRow[]): Promise<void> {
    const records = rows.map((row) => ({ at, row }))
    if (records.length > 0) await this.#logs.append(this.#log, this.#head, records)
  }

  /** When each row was last stored (ISO 8601), by id. */
  async times(): Promise<ReadonlyMap<string, string>> {
    const records = await this.#logs.rows(this.#log, this.#head)
    return new Map(records.map((each) => ['gone' in each ? each.gone : each.row.id, each.at]))
  }

  /** Forgets rows as if they had never been: no mail has spoken of them here. */
  async remove(ids: readonly string[]): Promise<void> {
    const at = this.#now().toISOString()
    const records = ids.map((gone) => ({ at, gone }))
    if (records.length > 0) await this.#logs.append(this.#log, this.#head, records)
  }

  /** Gives back the room of versions that later ones have replaced. */
  async tidy(): Promise<void> {
    const sql = 'select count(*) as n from appointments_rows where log = ?'
    const [found] = await this.#logs.query((tables) => tables.all(sql, this.#log))
    const limit = Number(found?.n) * RECORDS_PER_ROW + SLACK_RECORDS
    if ((await this.#logs.count(this.#log)) <= limit) return
    await this.#logs.compact(this.#log, this.#head, choosingLatest)
  }

  #rows(where: string, ...values: (string | number)[]): Promise<LedgerRow[]> {
    const sql = `select row from appointments_rows as rows ${where}`
    return this.#logs.query((tables) => tables.all(sql, this.#log, ...values).map(rowOf))
  }
}

/** The last version of each row. */
function choosingLatest(): Choice<LedgerRecord> {
  const latest = new Map<string, number>()
  return {
    see(record, at) {
      if ('gone' in record) latest.delete(record.gone)
      else latest.set(record.row.id, at)
    },
    counting: () => latest.values(),
  }
}

/** The log of an account's appointments; no id of an account becomes a path. */
export function ledgerLog(userId: string): string {
  return createHash('sha256').update(userId).digest('hex').slice(0, 32)
}

function rowOf({ row }: Answer): LedgerRow {
  return JSON.parse(String(row))
}

/** When the last time that is said of it is over everywhere on earth, in epoch milliseconds. */
function untilOf({ claims, placed }: LedgerRow): number {
  const times = [...claims.map(({ proposal }) => proposal.time), ...(placed ? [placed.time] : [])]
  const ends = times.map((time) => {
    if (time.kind === 'unclear') return 0
    return Date.parse(time.end) + (time.kind === 'day' ? DAY_MS : 0)
  })
  return Math.max(0, ...ends.filter((end) => !Number.isNaN(end)))
}
