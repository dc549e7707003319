import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../.config/testing/fresh-folder.ts'
import { appointments, emptyRow, Ledger, ledgerLog } from '../calendar/events/ledger.ts'
import { RecordStore } from '../platform/projection/record-store.ts'
import { takeOverAppointments } from './appointments.ts'

const at = '2026-11-20T10:00:00.000Z'

/** A row without what 0.2.0 did not know. */
function oldRow(id: string, failure: string | null = null) {
  const { callOff: _, ...row } = { ...emptyRow(id, null), failure }
  return row
}

async function oldFolder() {
  const folder = await freshFolder()
  await mkdir(join(folder, 'calendar'))
  const old = join(folder, 'calendar', `ledger-${ledgerLog('ada')}.jsonl`)
  const lines = [
    { v: 1, userId: 'ada' },
    { at, row: oldRow('a', 'refused') },
    { at, row: oldRow('b') },
    { at, row: oldRow('a') },
  ]
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  await writeFile(old, `${text}{"at":"torn`)
  const reports: string[] = []
  const report = (sentence: string) => void reports.push(sentence)
  const rows = async () => {
    const records = new RecordStore({ folder, report })
    onTestFinished(() => records.close())
    const ledger = new Ledger(
      await records.open(appointments),
      'ada',
      () => new Date(at),
      new Set(),
    )
    const found = await ledger.all(['a', 'b'])
    await records.close()
    return found.map(({ id, failure }) => [id, failure])
  }
  return { folder, old, reports, report, rows }
}

it('takes over the latest version of each appointment, and leaves no old file', async () => {
  const { folder, reports, report, rows } = await oldFolder()
  await takeOverAppointments({ folder, report })

  expect(await rows()).toEqual([
    ['a', null],
    ['b', null],
  ])
  expect(await readdir(join(folder, 'calendar'))).toEqual([])
  expect(reports).toEqual([])
})

it('goes on where a kill has come between the new log and the old file', async () => {
  const { folder, old, report, rows } = await oldFolder()
  const text = await readFile(old)
  await takeOverAppointments({ folder, report })
  await writeFile(old, text)
  await takeOverAppointments({ folder, report })

  expect(await rows()).toHaveLength(2)
  const [log = ''] = await readdir(join(folder, 'records', 'appointments'))
  const lines = await readFile(join(folder, 'records', 'appointments', log), 'utf8')
  expect(lines.trim().split('\n')).toHaveLength(3)
})
