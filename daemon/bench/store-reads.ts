import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Arm, Bench } from '../../.config/bench/measure.ts'
import { slope } from '../../.config/bench/statistics.ts'
import { lowdbAsItComes } from './arms/lowdb-as-it-comes.ts'
import {
  chatIdOf,
  logFileOf,
  messageOf,
  OWNER,
  openStore,
  withFolder,
  writeStore,
} from './store-data.ts'

/** W5 to W7: start, listing, and opening a long chat. */
export async function benchReads(bench: Bench): Promise<void> {
  if (bench.wants('W5')) await withFolder((folder) => start(bench, folder))
  if (bench.wants('W6')) await withFolder((folder) => list(bench, folder))
  if (bench.wants('W7')) await withFolder((folder) => openLongChat(bench, folder))
}

async function start(bench: Bench, folder: string): Promise<void> {
  const [chats = 1] = bench.sizes([10_000])
  const messagesPerChat = 20
  const path = join(folder, 'all.json')
  await writeStore(folder, { chats, messagesPerChat })
  await writeFile(path, JSON.stringify({ chats: wholeChats(chats, messagesPerChat) }))
  let longest = 0
  const { ours, wholeFile } = await bench.compare('W5', {
    ours: async () => {
      const watch = monitorEventLoopDelay({ resolution: 1 })
      watch.enable()
      const begin = performance.now()
      const store = await openStore(folder)
      const listed = await store.list(OWNER, 50)
      const wall = performance.now() - begin
      watch.disable()
      longest = Math.max(longest, watch.max / 1e6)
      bench.check(listed.length === Math.min(50, chats), 'the first list is not complete')
      bench.check(listed[0]?.chatId === chatIdOf(chats - 1), 'the newest chat is not the first')
      await store.close()
      return wall
    },
    wholeFile: async () => {
      const begin = performance.now()
      const listed = (await lowdbAsItComes(path)).list()
      bench.check(listed[0]?.chatId === chatIdOf(chats - 1), 'the arm lists wrongly')
      return performance.now() - begin
    },
  })
  const value = ours.median / wholeFile.median
  bench.gate({ id: 'W5', what: `${chats} chats: first list / whole file`, value, max: 0.05 })
  const what = 'longest block of the event loop, ms'
  bench.gate({ id: 'W5', what, value: longest, max: 25 })
}

async function list(bench: Bench, folder: string): Promise<void> {
  const arms: Record<string, Arm> = {}
  const stores = new Map<number, Awaited<ReturnType<typeof openStore>>>()
  const sizes = bench.sizes([100, 1000, 10_000, 100_000])
  for (const chats of sizes) {
    const path = join(folder, String(chats))
    await writeStore(path, { chats, messagesPerChat: 1 })
    const store = await openStore(path)
    stores.set(chats, store)
    arms[`${chats} chats`] = async () => {
      const begin = performance.now()
      for (let n = 0; n < 2000; n++) await store.list(OWNER, 50)
      return (performance.now() - begin) / 2000
    }
  }
  const figures = await bench.compare('W6', arms)
  const full = sizes.filter((chats) => chats >= 50)
  const points = full.map((chats) => [chats, figures[`${chats} chats`]?.median ?? 0] as const)
  bench.gate({ id: 'W6', what: 'newest 50: slope in chats', value: slope(points), max: 0.05 })
  for (const [chats, store] of stores) {
    bench.check((await store.list(OWNER)).length === chats, `not all of ${chats} chats are listed`)
    await store.close()
  }
}

async function openLongChat(bench: Bench, folder: string): Promise<void> {
  const arms: Record<string, Arm> = {}
  const sizes = bench.sizes([1000, 10_000, 100_000])
  const closers: (() => Promise<void>)[] = []
  for (const messages of sizes) {
    const path = join(folder, String(messages))
    await writeStore(path, { chats: 1, messagesPerChat: messages })
    const store = await openStore(path)
    closers.push(() => store.close())
    const file = logFileOf(path, 0)
    arms[`${messages} messages: ours`] = async () => {
      const bytes = await store.messagesJson(OWNER, chatIdOf(0))
      bench.check(bytes.byteLength > messages * 300, 'the conversation is not complete')
    }
    arms[`${messages} messages: parse`] = async () => {
      const [, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n')
      const text = JSON.stringify(lines.map((line) => JSON.parse(line).r))
      bench.check(lines.length === messages + 1 && text.length > 0, 'the arm reads wrongly')
    }
    const parsed = JSON.parse(Buffer.from(await store.messagesJson(OWNER, chatIdOf(0))).toString())
    bench.check(parsed.length === messages, `${parsed.length} of ${messages} messages`)
  }
  const figures = await bench.compare('W7', arms)
  const cost = (name: string) => figures[name]?.median ?? Number.NaN
  const middle = sizes[1] ?? 1
  const value = cost(`${middle} messages: ours`) / cost(`${middle} messages: parse`)
  bench.gate({ id: 'W7', what: `${middle} messages: ours / parse`, value, max: 0.3 })
  const points = sizes.map((messages) => [messages, cost(`${messages} messages: ours`)] as const)
  bench.gate({ id: 'W7', what: 'slope in messages', value: slope(points), max: 1.05 })
  for (const close of closers) await close()
  await promptUse(bench, join(folder, 'prompt'), middle)
}

/** What the context percentage is made from, after a reply in a long chat and in a short one. */
async function promptUse(bench: Bench, folder: string, long: number): Promise<void> {
  await writeStore(folder, { chats: 2, messagesPerChat: 0 })
  const store = await openStore(folder)
  const reply = { ...messageOf(1), promptTokens: 300, countedTokens: 321, mode: 'chat' as const }
  const grown = Array.from({ length: long }, (_, n) => store.append(OWNER, 'long', messageOf(n)))
  await Promise.all([...grown, store.append(OWNER, 'short', messageOf(0))])
  const ask = (chatId: string) => async () => {
    await store.append(OWNER, chatId, reply)
    const begin = performance.now()
    for (let n = 0; n < 20_000; n++) await store.lastPrompt(OWNER, chatId)
    bench.check(
      (await store.lastPrompt(OWNER, chatId))?.tokens === 321,
      'the prompt was not counted',
    )
    return performance.now() - begin
  }
  const figures = await bench.compare('W7', {
    'prompt, long': ask('long'),
    'prompt, short': ask('short'),
  })
  const value = figures['prompt, long'].median / figures['prompt, short'].median
  bench.gate({ id: 'W7', what: 'context after a reply: long / short chat', value, max: 1.3 })
  await store.close()
}

function wholeChats(chats: number, messagesPerChat: number): readonly object[] {
  return Array.from({ length: chats }, (_, chat) => ({
    chatId: chatIdOf(chat),
    messages: Array.from({ length: messagesPerChat }, (_, n) =>
      messageOf(chat * messagesPerChat + n),
    ),
  }))
}
