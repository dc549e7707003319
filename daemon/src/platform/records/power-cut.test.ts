import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { sized } from '../../../../.config/testing/test-size.ts'
import { cutDisk } from '../../../test/cut-disk.ts'
import { seededRandom } from '../../../test/seeded-random.ts'
import { diskFileSystem, type FileSystem } from '../storage/file-system.ts'
import { OpenFiles } from '../storage/open-files.ts'
import { openFileLogs } from './file-logs.ts'

const Note = z.object({ text: z.string() })
const Head = z.object({ of: z.string() })
const STEPS = sized(60, 600)

function logsIn(folder: string, fs: FileSystem, report = (_: string) => {}) {
  const files = new OpenFiles(fs)
  onTestFinished(() => files.closeAll())
  return openFileLogs({ folder, files, version: 1, row: Note, head: Head, report })
}

it('keeps what was acknowledged through a power cut at any moment, and nothing that was removed', async () => {
  const folder = await freshFolder()
  const disk = cutDisk(folder)
  const logs = await logsIn(join(folder, 'notes'), disk.fs)
  const random = seededRandom(15)
  const acknowledged = new Map<string, string[]>()
  const removed = new Set<string>()

  for (let step = 0; step < STEPS; step++) {
    const name = `log-${Math.floor(random() * 4)}-${Math.floor(step / 20)}`
    const texts = acknowledged.get(name) ?? []
    const what = random()
    if (what < 0.1 && acknowledged.has(name)) {
      await logs.use(name, null, (log) => log.remove())
      acknowledged.delete(name)
      removed.add(name)
    } else if (removed.has(name)) {
      continue
    } else if (what < 0.2 && texts.length > 1) {
      const kept = texts.slice(1)
      await logs.use(name, null, (log) => log.rewrite(kept.map((text) => ({ text }))))
      acknowledged.set(name, kept)
    } else {
      const text = `${step} ${'x'.repeat(random() * 500)}`
      await logs.use(name, { of: name }, (log) => log.append([{ text }]))
      acknowledged.set(name, [...texts, text])
    }
    expect(await afterCut(), `after step ${step}`).toEqual(acknowledged)
  }

  async function afterCut() {
    const copy = await freshFolder()
    await disk.cutTo(copy)
    const left = await logsIn(join(copy, 'notes'), diskFileSystem, (sentence) => {
      throw new Error(sentence)
    })
    const found = new Map<string, string[]>()
    for (const name of (await left.ends()).keys()) {
      const rows = await left.use(name, null, (log) => log.rows())
      found.set(
        name,
        rows.map(({ text }) => text),
      )
    }
    return found
  }
}, 120_000)
