import { join } from 'node:path'
import { appointments, LedgerHead, LedgerVersion } from '../calendar/events/ledger.ts'
import { openFileLogs } from '../platform/records/file-logs.ts'
import { diskFileSystem as fs, keepDamaged, syncFolder } from '../platform/storage/file-system.ts'
import { OpenFiles } from '../platform/storage/open-files.ts'
import { splitJournal } from './split-journal.ts'

export interface AppointmentTakeover {
  /** The data folder, locked for this process; its index is not open yet. */
  readonly folder: string
  /** Hears in one sentence what is damaged. */
  readonly report: (sentence: string) => void
}

const OLD_NAME = /^ledger-([0-9a-f]{32})\.jsonl$/

/**
 * Takes the appointments of version 0.2 over, the latest version of each. An old file goes when its
 * log is on the disk, so that one beside its log is one that a kill has interrupted.
 */
export async function takeOverAppointments({ folder, report }: AppointmentTakeover): Promise<void> {
  const old = join(folder, 'calendar')
  const names = (await fs.readdir(old).catch(() => [])).filter((name) => OLD_NAME.test(name))
  if (names.length === 0) return
  const files = new OpenFiles()
  const own = join(folder, 'records', appointments.projection.name)
  const logs = await openFileLogs({ ...appointments, folder: own, files, report })
  for (const name of names) {
    const path = join(old, name)
    const { header, rows, damaged } = await splitJournal(
      await fs.readFile(path),
      (value) => LedgerVersion.safeParse(value).data,
    )
    if (damaged.length > 0) {
      await keepDamaged(path, Buffer.concat(damaged), fs)
      report(`${name} held damaged lines, which are kept in corrupt/.`)
    }
    const latest = new Map(rows.map((record) => [record.row.id, record]))
    const head = LedgerHead.safeParse(header).data ?? { userId: '' }
    await logs.use(OLD_NAME.exec(name)?.[1] ?? '', head, async (log) => {
      if ((await log.end()) === null && latest.size > 0) await log.append([...latest.values()])
    })
    await fs.rm(path)
  }
  await syncFolder(fs, old)
  await files.closeAll()
}
