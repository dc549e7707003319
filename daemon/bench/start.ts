import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Bench, runBench, type Sample } from '../../.config/bench/measure.ts'
import { slope } from '../../.config/bench/statistics.ts'
import { mailClient } from '../test/mail-client.ts'
import { cpuTime } from './cpu-time.ts'
import { rawMail } from './mail-texts.ts'
import { withFolder, writeStore } from './store-data.ts'

/** How fast the daemon starts and how little it keeps (D1 to D4 of the benchmark specification). */

const ours = fileURLToPath(new URL('../src/main.js', import.meta.url))
const lean = fileURLToPath(new URL('./arms/start-lean.ts', import.meta.url))
const eager = fileURLToPath(new URL('./arms/start-eager.ts', import.meta.url))
const envFile = fileURLToPath(new URL('../../.env.example', import.meta.url))

const MB = 1024 * 1024
const SPAWNS = 15

await runBench('start', import.meta.dirname, async (bench) => {
  if (bench.wants('D1') || bench.wants('D2')) await againstArms(bench)
  if (bench.wants('D3')) await idleMemory(bench)
  if (bench.wants('D4')) await growth(bench)
})

/** D1, D2: from spawn to the first answer of `/api/users/me`, against a lean and an all-eager program. */
async function againstArms(bench: Bench): Promise<void> {
  await withStore(0, async (folder) => {
    const {
      ours: mine,
      lean: least,
      eager: most,
    } = await bench.compare(
      'D1',
      {
        ours: () => measureStart(ours, folder),
        lean: () => measureStart(lean, folder),
        eager: () => measureStart(eager, folder),
      },
      { rounds: SPAWNS },
    )
    const toLean = [mine.median / least.median, mine.cpu / least.cpu] as const
    const toEager = [mine.median / most.median, mine.cpu / most.cpu] as const
    bench.gate({ id: 'D1', what: 'wall / lean arm', value: toLean[0], max: 1.25 })
    bench.gate({ id: 'D1', what: 'CPU / lean arm', value: toLean[1], max: 1.25 })
    bench.gate({ id: 'D2', what: 'wall / all-eager arm', value: toEager[0], max: 0.45 })
    bench.gate({ id: 'D2', what: 'CPU / all-eager arm', value: toEager[1], max: 0.45 })
  })
}

/** D3: memory at rest, empty and with 10,000 chats, and once an account of 5,000 mails has been read. */
async function idleMemory(bench: Bench): Promise<void> {
  const [chats, mails] = bench.sizes([10_000, 5_000])
  const least = await restingMemory(lean, 0)
  const empty = await restingMemory(ours, 0)
  const full = await restingMemory(ours, chats)
  bench.note('D3', 'lean arm', least, 'MB')
  bench.gate({ id: 'D3', what: 'empty, MB over the lean arm', value: empty - least, max: 20 })
  bench.gate({ id: 'D3', what: `${chats} chats, MB`, value: full, max: 90 })
  const read = await memoryOfReader(chats, mails)
  bench.note('D3', `${chats} chats, ${mails} mails, read after a start`, read, 'MB')
}

/** D4: start time in the number of chats. */
async function growth(bench: Bench): Promise<void> {
  const sizes = bench.sizes([100, 1_000, 10_000, 100_000])
  const walls: [chats: number, ms: number][] = []
  const cpus: number[] = []
  for (const chats of sizes) {
    await withStore(chats, async (folder) => {
      const samples: Sample[] = []
      for (let round = 0; round < 5; round++) samples.push(await measureStart(ours, folder))
      walls.push([chats, Math.min(...samples.map(({ wall }) => wall))])
      cpus.push(Math.min(...samples.map(({ cpu }) => cpu)))
    })
    bench.note('D4', `${chats} chats`, walls.at(-1)?.[1] ?? 0, 'ms')
  }
  const [fewest, most] = [sizes[0], sizes[3]]
  const perChat = (((cpus.at(-1) ?? 0) - (cpus[0] ?? 0)) * 1000) / (most - fewest)
  bench.gate({ id: 'D4', what: 'slope', value: slope(walls), max: 0.6 })
  bench.gate({ id: 'D4', what: 'CPU per chat, µs', value: perChat, max: 1 })
}

function withStore(chats: number, work: (folder: string) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    if (chats > 0) await writeStore(folder, { chats, messagesPerChat: 2 })
    await work(folder)
  })
}

async function measureStart(program: string, folder: string): Promise<Sample> {
  const began = performance.now()
  const { child, url } = await spawnProgram(program, folder)
  const answer = await fetch(`${url}/api/users/me`)
  const wall = performance.now() - began
  if (answer.status !== 401) throw new Error(`unexpected answer ${answer.status}`)
  const cpu = cpuTime(child.pid ?? 0)
  await end(child)
  return { wall, cpu }
}

/** Resident memory after the first answer, in MB. */
async function restingMemory(program: string, chats: number): Promise<number> {
  let bytes = 0
  await withStore(chats, async (folder) => {
    const { child, url } = await spawnProgram(program, folder)
    await fetch(`${url}/api/users/me`)
    bytes = await residentMemory(child)
    await end(child)
  })
  return bytes / MB
}

/** Resident memory after a start at which an account has asked for its mails, in MB. */
async function memoryOfReader(chats: number, mails: number): Promise<number> {
  let bytes = 0
  await withStore(chats, async (folder) => {
    await withFolder(async (mailbox) => {
      const begin = Date.now() - mails * 60_000
      for (let n = 0; n < mails; n++) {
        await writeFile(join(mailbox, `${n}.eml`), rawMail(n, new Date(begin + n * 60_000), 1_000))
      }
      const start = (isKnown: boolean) => readMails(folder, mailbox, isKnown)
      const synced = await start(false)
      await synced.client.useLocalCalendar()
      await synced.client.syncToEnd()
      await synced.stop()
      const again = await start(true)
      const { emails } = await again.client.status()
      if (emails.length !== mails) throw new Error(`${emails.length} of ${mails} mails were read`)
      bytes = await residentMemory(again.child)
      await again.stop()
    })
  })
  return bytes / MB
}

async function readMails(folder: string, mailbox: string, isKnown: boolean) {
  const { child, url } = await spawnProgram(ours, folder, { MAILBOX_FILE: mailbox })
  const client = await mailClient(url, 'ada@example.test', isKnown)
  const stop = async () => {
    client.close()
    await end(child)
  }
  return { child, client, stop }
}

async function spawnProgram(program: string, folder: string, settings: NodeJS.ProcessEnv = {}) {
  const args = program === ours ? ['--no-build', '--env-file', envFile] : ['--no-build']
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PORT: '0',
      SHORTLIST_DATA_DIR: folder,
      OPENAI_BASE_URL: 'off',
      HOME: folder,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/localhost:\d+/.exec(line)?.[0]
    if (url) return { child, url }
  }
  throw new Error(`${program} did not say where it listens`)
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

/** Resident memory of a process, in bytes; proc(5), `VmRSS` of `status`. */
async function residentMemory({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}
