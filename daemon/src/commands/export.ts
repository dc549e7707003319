import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { EXPORT_VERSION, type ExportLine } from './export-line.ts'
import type { Stores } from './open-stores.ts'
import type { Settings } from './settings.ts'
import { withStores } from './with-stores.ts'

/** Writes all chats and who they belong to into a file; a file of that name is replaced at the end. */
export async function exportTo(settings: Settings, path: string): Promise<void> {
  const chats = await withStores(settings, (stores) => writeAll(stores, path))
  process.stdout.write(`Exported ${chats} chats to ${path}.\n`)
}

async function writeAll(stores: Stores, path: string): Promise<number> {
  const unfinished = `${path}.part`
  const file = await open(unfinished, 'w', 0o600)
  const sum = createHash('sha256')
  let chats = 0
  try {
    for await (const line of linesOf(stores)) {
      const text = `${JSON.stringify(line)}\n`
      sum.update(text)
      await file.writeFile(text)
      if (line.kind === 'chat') chats++
    }
    const end: ExportLine = { kind: 'end', sha256: sum.digest('hex') }
    await file.writeFile(`${JSON.stringify(end)}\n`)
    await file.sync()
    await file.close()
    await rename(unfinished, path)
  } catch (error) {
    await file.close()
    await rm(unfinished, { force: true })
    throw error
  }
  return chats
}

/** Passwords and sessions stay where they are. */
async function* linesOf({ accounts, chats }: Stores): AsyncGenerator<ExportLine> {
  yield { kind: 'shortlist-export', v: EXPORT_VERSION }
  for (const { id, email, createdAt } of accounts.all()) {
    yield { kind: 'account', id, email, createdAt }
  }
  for await (const { images, messages, ...chat } of chats.chats()) {
    for await (const { image, bytes } of images) {
      yield { kind: 'image', image, base64: Buffer.from(bytes).toString('base64') }
    }
    yield { kind: 'chat', ...chat, messages: [...messages] }
  }
}
