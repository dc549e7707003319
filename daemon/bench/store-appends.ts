import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Arm, Bench, Figure } from '../../.config/bench/measure.ts'
import { median, slope } from '../../.config/bench/statistics.ts'
import type { ChatStore } from '../src/chat/store/chat-store.ts'
import { lowdbAsItComes } from './arms/lowdb-as-it-comes.ts'
import { rawAppend, rawAppendTo } from './arms/raw-append.ts'
import { chatIdOf, messageOf, OWNER, openStore, withFolder, writeStore } from './store-data.ts'

const APPENDS = 40
const CHAT_SIZE = 20

interface Stored {
  readonly stored: number
  readonly store: ChatStore
  readonly chats: number
  readonly folder: string
  readonly raw: FileHandle
  appended: number
}

/** W1 to W4 and W10: what a durable append costs, alone and beside others. */
export async function benchAppends(bench: Bench): Promise<void> {
  for (const kind of ['one chat', 'spread'] as const) {
    if (!['W1', 'W2'].some((id) => bench.wants(id))) continue
    await withFolder((folder) => appendAtSizes(bench, folder, kind))
  }
  if (bench.wants('W3')) await withFolder((folder) => againstLowdb(bench, folder))
  if (bench.wants('W4')) await withFolder((folder) => manyAtOnce(bench, folder))
  if (bench.wants('W10')) await withFolder((folder) => bytesWritten(bench, folder))
}

async function appendAtSizes(
  bench: Bench,
  folder: string,
  kind: 'one chat' | 'spread',
): Promise<void> {
  const arms: Record<string, Arm> = {}
  const all: Stored[] = []
  const wanted = bench.sizes([10, 1000, 10_000, 100_000])
  for (const stored of wanted) {
    const at = await openAt(join(folder, String(stored)), stored, kind)
    all.push(at)
    arms[`${kind}, ${stored}: ours`] = () => medianOf((n) => append(at, n))
    arms[`${kind}, ${stored}: raw`] = () =>
      medianOf((n) =>
        kind === 'one chat'
          ? rawAppend(at.raw, line(n))
          : rawAppendTo(join(at.folder, `raw-${(n * 7919) % at.chats}`), line(n)),
      )
  }
  const figures = await bench.compare('W1', arms)
  const ours = (stored: number) => figure(figures, `${kind}, ${stored}: ours`)
  for (const stored of wanted) {
    const value = ours(stored) / figure(figures, `${kind}, ${stored}: raw`)
    bench.gate({ id: 'W1', what: `${kind}, ${stored} stored: ours / raw`, value, max: 1.3 })
  }
  const [least = 1, most = 1] = [wanted[0], wanted.at(-1)]
  const growth = ours(most) / ours(least)
  const points = wanted.map((stored) => [stored, ours(stored)] as const)
  bench.gate({ id: 'W2', what: `${kind}: most / least stored`, value: growth, max: 1.3 })
  bench.gate({ id: 'W2', what: `${kind}: slope`, value: slope(points), max: 0.05 })
  for (const at of all) await finish(bench, at)
}

async function openAt(folder: string, stored: number, kind: string): Promise<Stored> {
  const chats = kind === 'one chat' ? 1 : Math.max(1, Math.ceil(stored / CHAT_SIZE))
  await writeStore(folder, { chats, messagesPerChat: Math.ceil(stored / chats) })
  const raw = await open(join(folder, 'raw'), 'a', 0o600)
  return { stored, store: await openStore(folder), chats, folder, raw, appended: 0 }
}

function append(at: Stored, n: number): Promise<void> {
  at.appended += 1
  return at.store.append(OWNER, chatIdOf((n * 7919) % at.chats), messageOf(n))
}

/** Every acknowledged message must be there when the store is opened again. */
async function finish(bench: Bench, at: Stored): Promise<void> {
  await at.raw.close()
  await at.store.close()
  const again = await openStore(at.folder)
  const counted = (await again.list(OWNER)).reduce((sum, { messageCount }) => sum + messageCount, 0)
  const expected = Math.ceil(at.stored / at.chats) * at.chats + at.appended
  bench.check(counted === expected, `${counted} of ${expected} messages after appending`)
  await again.close()
}

async function againstLowdb(bench: Bench, folder: string): Promise<void> {
  const [stored = 1] = bench.sizes([100_000])
  const chats = Math.ceil(stored / CHAT_SIZE)
  const path = join(folder, 'all.json')
  await writeFile(path, JSON.stringify({ chats: chatsOf(chats) }))
  const lowdb = await lowdbAsItComes(path)
  const at = await openAt(join(folder, 'ours'), stored, 'spread')
  const { ours, asItComes } = await bench.compare('W3', {
    ours: () => medianOf((n) => append(at, n % 8)),
    asItComes: () => medianOf((n) => lowdb.append(n % 8, messageOf(n)), 2),
  })
  const value = asItComes.median / ours.median
  const what = `${stored} stored: lowdb as it comes / ours`
  bench.gate({ id: 'W3', what, value, min: bench.isQuick ? 50 : 500 })
  await finish(bench, at)
}

function chatsOf(chats: number): readonly object[] {
  return Array.from({ length: chats }, (_, chat) => ({
    chatId: chatIdOf(chat),
    messages: Array.from({ length: CHAT_SIZE }, (_, n) => messageOf(chat * CHAT_SIZE + n)),
  }))
}

async function manyAtOnce(bench: Bench, folder: string): Promise<void> {
  const at = await openAt(folder, 2000, 'spread')
  const { one, sameChat, everyChat } = await bench.compare('W4', {
    one: () => medianOf((n) => append(at, n % 3)),
    sameChat: () => medianOf(() => Promise.all(numbers(100).map(() => append(at, 0))), 5),
    everyChat: () => medianOf(() => Promise.all(numbers(100).map((n) => append(at, n))), 5),
  })
  const many = everyChat.median / one.median
  bench.gate({ id: 'W4', what: '100 at once, 100 chats / one append', value: many, max: 20 })
  const same = sameChat.median / one.median
  bench.gate({ id: 'W4', what: '100 at once, one chat / one append', value: same, max: 5 })
  await finish(bench, at)
}

async function bytesWritten(bench: Bench, folder: string): Promise<void> {
  if (process.platform !== 'linux') return
  const points: [number, number][] = []
  for (const stored of bench.sizes([10, 1000, 10_000, 100_000])) {
    const at = await openAt(join(folder, String(stored)), stored, 'one chat')
    const before = await written()
    for (const n of numbers(200)) await append(at, n)
    const perAppend = ((await written()) - before) / 200
    const limit = 4 * Buffer.byteLength(line(100)) + 4096
    const what = `${stored} stored: bytes written per append`
    bench.gate({ id: 'W10', what, value: perAppend, max: limit, isExact: true })
    points.push([stored, perAppend])
    await finish(bench, at)
  }
  bench.gate({ id: 'W10', what: 'slope of bytes in messages', value: slope(points), max: 0.02 })
}

/** Bytes that this process has handed to the system in write calls. */
async function written(): Promise<number> {
  const io = await readFile('/proc/self/io', 'utf8')
  return Number(/^wchar: (\d+)$/m.exec(io)?.[1])
}

async function medianOf(
  work: (n: number) => Promise<unknown>,
  times = APPENDS,
): Promise<{ readonly wall: number; readonly cpu: number }> {
  const walls: number[] = []
  const cpu = process.cpuUsage()
  for (let n = 0; n < times; n++) {
    const start = performance.now()
    await work(n)
    walls.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(cpu)
  return { wall: median(walls), cpu: (user + system) / 1000 / times }
}

function figure(figures: Readonly<Record<string, Figure>>, name: string): number {
  return figures[name]?.median ?? Number.NaN
}

function line(n: number): string {
  return `${JSON.stringify(messageOf(n))}\n`
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, n) => n)
}
