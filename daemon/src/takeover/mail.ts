import { basename, join } from 'node:path'
import { z } from 'zod'
import type { MailParts } from '../mail/account-mail.ts'
import {
  MailboxHead,
  MailboxProgress,
  MailChange,
  type MailRecord,
  MailRow,
  newlyStored,
  type StoredMail,
  StoredText,
  withChange,
} from '../mail/store/mail-records.ts'
import { logOf, TextStore } from '../mail/store/mail-store.ts'
import { progressOf } from '../mail/store/stored-mails.ts'
import { openCollectionFile } from '../platform/storage/collection.ts'
import { durableJsonFile } from '../platform/storage/durable-json-file.ts'
import {
  diskFileSystem as fs,
  keepDamaged,
  syncFolder,
  unlessMissing,
} from '../platform/storage/file-system.ts'
import { splitJournal } from './split-journal.ts'

type MailToTakeOver = Pick<MailParts, 'folder' | 'records' | 'report'>

const VERSION = 1
const LIST = 'mailboxes.json'

const ListedMailbox = MailboxHead.extend({ fileId: z.string() })
const MailLine = z.union([
  MailRow.extend({ texts: z.int() }),
  z.object({ id: z.string(), gone: z.literal(true) }),
])

/** A mail with the number of the file of texts that its own is in. */
interface OldMail {
  readonly mail: StoredMail
  readonly texts: number
}

/**
 * Takes over what version 0.2.0 has stored of mailboxes: a folder for each with `state.json`,
 * `mails.jsonl`, `analysis.jsonl` and `texts/`, listed in `mail/mailboxes.json`. Nothing of it is left
 * when it resolves. Where it is cut off, the next call goes on.
 */
export async function takeOverMail(options: MailToTakeOver): Promise<void> {
  const { records, report } = options
  const folder = join(options.folder, 'mail')
  const names = (await fs.readdir(folder).catch(unlessMissing)) ?? []
  if (!names.some((name) => name.startsWith(LIST))) return
  const listed = await openCollectionFile(join(folder, LIST), ListedMailbox, {
    version: VERSION,
    report,
    lost: 'Mailboxes are read and analysed again from their beginning.',
  })
  for (const { fileId, ...head } of listed.values()) {
    const log = logOf(head)
    const isTaken = await records.mails.query((tables) => progressOf(tables, log) !== null)
    if (!isTaken) await takeOver(join(folder, fileId), head, options)
    await fs.rm(join(folder, fileId), { recursive: true, force: true })
  }
  const old = [`${LIST}.bak`, LIST]
  for (const name of [...names.filter((each) => z.guid().safeParse(each).success), ...old])
    await fs.rm(join(folder, name), { recursive: true, force: true })
  await syncFolder(fs, folder)
}

async function takeOver(
  from: string,
  head: MailboxHead,
  { folder, records, report }: MailToTakeOver,
): Promise<void> {
  const log = logOf(head)
  const texts = new TextStore(records.texts, log)
  // what a call has left that was cut off
  await texts.removeAll()
  await records.mails.remove([log])

  const journal: Journal = async (name, row) => {
    const bytes = await fs.readFile(join(from, name)).catch(unlessMissing)
    if (!bytes) return { rows: [], isWhole: false }
    const { rows, damaged, torn } = await splitJournal(bytes, (value) => row.safeParse(value).data)
    if (damaged.length > 0) {
      const kept = join(folder, 'records', 'mail', basename(name))
      await keepDamaged(kept, Buffer.concat(damaged), fs)
      report(
        `${basename(name)} held damaged lines (${damaged.length}), kept in corrupt/ from now on.`,
      )
    }
    return { rows, isWhole: damaged.length === 0 && torn === 0 && bytes.length > 0 }
  }
  const { mails, isWhole } = await oldMails(journal)
  const textLogs = new Map<string, string>()
  for (const [number, wanted] of wantedTexts(mails)) {
    const { rows } = await journal(join('texts', `${number}.jsonl`), StoredText)
    const kept = await texts.put(rows.filter(({ id }) => wanted.has(id)))
    for (const [id, name] of kept) textLogs.set(id, name)
  }
  const progress = await oldProgress(from, report)
  const taken = [...mails.values()].flatMap(({ mail }): MailRecord[] => [
    { kind: 'mail', row: mail.row, texts: textLogs.get(mail.row.id) ?? null },
    ...changesOf(mail),
  ])
  // last, so that it tells a mailbox that is taken over as a whole
  const end = { ...progress, ...(!isWhole && { cursor: null }) }
  await records.mails.append(log, head, [...taken, { kind: 'progress', ...end }])
}

/**
 * The rows of a file of JSON lines below its header; lines that are damaged are kept aside. It is not
 * whole where lines are missing.
 */
type Journal = <Row>(
  name: string,
  row: z.ZodType<Row>,
) => Promise<{ readonly rows: readonly Row[]; readonly isWhole: boolean }>

async function oldMails(
  journal: Journal,
): Promise<{ mails: Map<string, OldMail>; isWhole: boolean }> {
  const stored = await journal('mails.jsonl', MailLine)
  const analysed = await journal('analysis.jsonl', MailChange)
  const mails = new Map<string, OldMail>()
  for (const line of stored.rows) {
    if ('gone' in line) mails.delete(line.id)
    else {
      const { texts, ...row } = line
      mails.set(row.id, { mail: newlyStored(row), texts })
    }
  }
  for (const change of analysed.rows) {
    const known = mails.get(change.id)
    if (known) mails.set(change.id, { ...known, mail: withChange(known.mail, change) })
  }
  return { mails, isWhole: stored.isWhole }
}

/** The mails whose texts are still wanted, by the number of their file. */
function wantedTexts(mails: ReadonlyMap<string, OldMail>): Map<number, Set<string>> {
  const wanted = new Map<number, Set<string>>()
  for (const [id, { mail, texts }] of mails) {
    if (mail.finding && mail.missedAt === null) continue
    wanted.set(texts, (wanted.get(texts) ?? new Set()).add(id))
  }
  return wanted
}

async function oldProgress(
  from: string,
  report: (sentence: string) => void,
): Promise<MailboxProgress> {
  const file = durableJsonFile<unknown>(join(from, 'state.json'), {
    version: VERSION,
    report,
    lost: 'The mailbox is compared with the server from its beginning.',
    isDisposable: true,
  })
  const stored = MailboxProgress.safeParse(await file.read())
  return stored.data ?? { cursor: null, epoch: 0, lastSync: null, isSyncing: false }
}

/** The fewest records that say the same. */
function changesOf({ row: { id }, ...mail }: StoredMail): readonly MailChange[] {
  const { finding, isSuspicious, isPlaced, failure, correction, draft, proposals } = mail
  const changes: MailChange[] = []
  if (finding) {
    const missedAt = mail.missedAt === null ? {} : { missedAt: mail.missedAt }
    changes.push({ id, kind: 'finding', finding, isSuspicious, proposals, isPlaced, ...missedAt })
  } else if (failure !== null) changes.push({ id, kind: 'failure', sentence: failure })
  if (correction.priority || correction.category)
    changes.push({ id, kind: 'correction', ...correction })
  if (draft) changes.push({ id, kind: 'draft', draft: draft.saved, savedAt: draft.savedAt })
  return changes
}
