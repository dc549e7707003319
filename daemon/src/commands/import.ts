import { randomBytes } from 'node:crypto'
import { createPasswords, HashQueue } from '../accounts/passwords.ts'
import { type ExportLine, NoExport, readExport, verifyExport } from '../composition/export-lines.ts'
import type { Stores } from '../composition/open-stores.ts'
import type { Settings } from '../env.ts'
import { exitCodes, StartError } from './exit-codes.ts'
import { withStores } from './with-stores.ts'

/**
 * Reads chats back; what is there already stays as it is. An account that is not there gets a
 * password that nobody knows, until `user reset-password` sets one.
 */
export async function importFrom(settings: Settings, path: string): Promise<void> {
  await verify(path)
  const { chats, known, accounts, left } = await withStores(settings, (stores) =>
    readAll(stores, path),
  )
  process.stdout.write(`Imported ${chats} chats; ${known} were there already.\n`)
  if (left.size > 0) {
    const kinds = [...left].map(([kind, count]) => `${kind} (${count})`).join(', ')
    process.stdout.write(`Left in the file, since only chats are read back: ${kinds}.\n`)
  }
  if (accounts > 0) {
    process.stdout.write(
      `${accounts} accounts are new: set their passwords with "user reset-password <email>".\n`,
    )
  }
}

/** Throws what the file is told by, before anything is changed. */
async function verify(path: string): Promise<void> {
  try {
    await verifyExport(path)
  } catch (cause) {
    if (!(cause instanceof NoExport)) {
      throw new StartError(`${path} cannot be read.`, exitCodes.failed, { cause })
    }
    const why =
      cause.reason === 'newer'
        ? 'was written by a newer Shortlist.'
        : 'is not a complete export of Shortlist.'
    throw new StartError(`${path} ${why}`, exitCodes.failed, { cause })
  }
}

/** Kinds of lines that are read. */
const readBack: ReadonlySet<string> = new Set([
  'shortlist-export',
  'account',
  'image',
  'chat',
  'end',
])

/** Counts the lines of other kinds. */
function noteLeft(left: Map<string, number>, { kind }: ExportLine): void {
  if (!readBack.has(kind)) left.set(kind, (left.get(kind) ?? 0) + 1)
}

async function readAll(stores: Stores, path: string) {
  const passwords = createPasswords(new HashQueue(() => new Date()))
  const counts = { chats: 0, known: 0, accounts: 0, left: new Map<string, number>() }
  let images: { image: Extract<ExportLine, { kind: 'image' }>['image']; bytes: Uint8Array }[] = []
  for await (const line of readExport(path)) {
    noteLeft(counts.left, line)
    if (line.kind === 'account') {
      const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'))
      passwords.refund()
      const { kind: _, ...account } = line
      if (await stores.accounts.restore({ ...account, passwordHash })) counts.accounts++
    }
    if (line.kind === 'image') {
      images.push({ image: line.image, bytes: Buffer.from(line.base64, 'base64') })
    }
    if (line.kind === 'chat') {
      const isNew = await stores.chats.importChat({ ...line, images })
      counts[isNew ? 'chats' : 'known']++
      images = []
    }
  }
  return counts
}
