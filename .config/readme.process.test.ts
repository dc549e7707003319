import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPeer } from './peers.mjs'
import { sized } from './testing/test-size.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** How a command of the README is run. */
interface Run {
  /** What is added, so that it is over sooner. */
  readonly also?: readonly string[]
  readonly input?: string
  /** What it prints; a command that goes on for ever is ended once it has said all of it. */
  readonly says: readonly RegExp[]
  readonly goesOn?: boolean
  /** Default: the one that commands which need each other share. */
  readonly dataFolder?: string
  /** True where it needs a browser. */
  readonly inBrowser?: boolean
  /** What is tried while it runs. */
  readonly meanwhile?: (output: string) => Promise<void>
}

/** A benchmark that is up, with none of its rows asked for. */
const bench: Run = { also: ['--quick', 'none'], says: [/^id {2}what/m] }

/** Where commands follow each other they stand in the order in which they need each other. */
const inOrder: Readonly<Record<string, Run>> = {
  start: {
    says: [/Building the web app/, /ready in/, /Model /],
    goesOn: true,
    meanwhile: writeChat,
  },
  'start --sample': { says: [/Mail +sample mail/, /Model /], goesOn: true },
  'start doctor': { says: [/^\$ shortlist doctor\nok +Node .*\n(ok|warn) +Settings /m] },
  'start export chats.jsonl': { says: [/Exported 1 chats to chats\.jsonl\./] },
  'start import chats.jsonl': { says: [/Imported 0 chats; 1 were there already\./] },
  'start user reset-password you@example.com': {
    input: 'another password\n',
    says: [/The password is set/],
  },
  'start settings list': {
    says: [/^PORT +0 {2}\(environment\)$/m, /^sign-up +open {2}\(default\)$/m],
  },
  'start settings set sign-up closed': { says: [/sign-up is closed from now on\./] },
  'start help': { says: [/^\$ .*\nUsage: shortlist/m] },
  'start -- --help': { says: [/^\$ .*\nUsage: shortlist/m] },
  build: { says: [/web build.*built in/s, /shortlist-[\d.]+-firefox\.zip/] },
}

const atAnyTime: Readonly<Record<string, Run>> = {
  dev: {
    says: [/ready in [\d.]+ s/, /Local: +http:\/\/localhost/],
    goesOn: true,
    dataFolder: 'other',
  },
  '-F @shortlist/extension dev': { says: [/Load "dist\/chrome-mv3-dev"/], goesOn: true },
  'build:demo': { says: [/dist-demo\/index\.html/] },
  'eval:mail': { says: [/built-in rules/], goesOn: true },
  'bench:stream --gate': bench,
  'bench:store': bench,
  'bench:rag': bench,
  'bench:mail': bench,
  'bench:render': { ...bench, inBrowser: true },
  'bench:screen': bench,
  'bench:bundle': bench,
  'bench:panel': bench,
  'bench:start': bench,
}

/** What takes longer hangs, far beyond what any command needs. */
const HUNG_MS = 300_000

const runs: Readonly<Record<string, Run>> = { ...inOrder, ...atAnyTime }
/** Quickly one of those that measure stands for all of them. */
const tried = Object.keys(runs).filter((command) => !sized(/^bench:(?!stream)/, /^$/).test(command))
const lacksBrowser = process.env.CI !== 'true' && findPeer('chromium') === undefined
const outcomes = new Map<string, Promise<void>>()
let room: string
let copy: string

/** The commands that the README names, whole or, as with the benchmarks, by their script alone. */
function namedCommands(): Set<string> {
  const whole = [...readme.matchAll(/npx -y pnpm@12\.4\.2 ([^`\n]+)/g)].map(([, text = '']) => text)
  const alone = [...readme.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
  return new Set([...whole, ...alone.filter((text) => text in scripts)].map((text) => text.trim()))
}

/** Where programs lie, but for those of this checkout. */
const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.startsWith(root))

/** The package manager that runs these tests, or the installed one; without any, as the README has it. */
function packageManager(): readonly string[] {
  const running = process.env.npm_execpath ?? ''
  const known = [running, ...path.map((folder) => join(folder, 'pnpm'))]
  const found = known.find((file) => basename(file).startsWith('pnpm') && existsSync(file))
  return found === undefined ? ['npx', '-y', 'pnpm@12.4.2'] : [found]
}

/** Nothing of this checkout and of this test run reaches the commands. */
function environment(dataFolder: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) =>
      !/^(NODE_ENV|(BASE_URL|CI|DEV|MODE|PROD|SSR|TEST|INIT_CWD)$|FORCE_COLOR|VITE|npm_)/.test(
        name,
      ),
  )
  return {
    ...Object.fromEntries(own),
    PATH: path.join(':'),
    PORT: '0',
    SHORTLIST_DATA_DIR: join(room, dataFolder),
    OPENAI_BASE_URL: 'off',
  }
}

/** Runs a command of pnpm in the copy, to its end or until it has said what it shall say. */
async function run(
  args: readonly string[],
  { says, goesOn, input = '', dataFolder = 'data', meanwhile }: Run,
) {
  const [program = '', ...before] = packageManager()
  const child = spawn(program, [...before, ...args], {
    cwd: copy,
    env: environment(dataFolder),
    detached: true,
  })
  const end = () => child.pid && child.exitCode === null && process.kill(-child.pid, 'SIGTERM')
  const hung = setTimeout(end, HUNG_MS)
  let output = ''
  const closed = once(child, 'close')
  child.stdin.end(input)
  const told = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += stripVTControlCharacters(text)
        if (goesOn && says.every((each) => each.test(output))) resolve()
      })
    }
  })
  try {
    await Promise.race([told, closed])
    for (const text of says) expect(output).toMatch(text)
    expect(child.exitCode, output).toBe(goesOn ? null : 0)
    await meanwhile?.(output)
  } finally {
    clearTimeout(hung)
    end()
    await closed
  }
}

/** Signs up at a running Shortlist, asks something, and looks at the web app. */
async function writeChat(output: string): Promise<void> {
  const url = /http:\/\/localhost:\d+/.exec(output)?.[0] ?? ''
  const post = (path: string, body: object, cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const account = { email: 'you@example.com', password: 'correct horse battery' }
  await post('/api/users', account)
  const session = await post('/api/users/sessions', account)
  const { user } = (await session.json()) as { user: { id: string } }
  const chat = { userId: user.id, chatId: `${user.id}_1`, coachOrChat: 'coach', messageId: 'm1' }
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0]
  const answer = await post('/api/chatbot', { ...chat, msg: 'Hello' }, cookie)
  expect(answer.ok).toBe(true)
  expect(await (await fetch(url)).text()).toContain('<div id="root">')
}

/** Two at a time: those that need each other's order, and all others. */
function runAll(): void {
  for (const part of [inOrder, atAnyTime]) {
    let before: Promise<void> = Promise.resolve()
    for (const [command, how] of Object.entries(part)) {
      if (!tried.includes(command) || (how.inBrowser && lacksBrowser)) continue
      const args = [...command.split(' '), ...(how.also ?? [])]
      const outcome = before.then(() => run(args, how))
      outcomes.set(command, outcome)
      before = outcome.catch(() => {})
    }
  }
}

describe.skipIf(process.platform === 'win32')('the commands of the README', () => {
  beforeAll(async () => {
    room = await mkdtemp(join(tmpdir(), 'shortlist-readme-'))
    copy = join(room, 'copy')
    const left = /^(node_modules|\.git|dist|dist-demo|\.wxt|data|results|\.env)$/
    await cp(root, copy, {
      recursive: true,
      filter: (path) => !left.test(basename(path)) && !path.includes(`${sep}planted-`),
    })
    await run(['install', '--frozen-lockfile', '--prefer-offline'], { says: [/Done in/] })
    runAll()
  }, 180_000)
  afterAll(async () => {
    await Promise.allSettled(outcomes.values())
    await rm(room, { recursive: true, force: true })
  })

  it('are all known here, but for the one that runs this', () => {
    const expected = [...namedCommands()].filter((command) => command !== 'test')

    expect(Object.keys(runs).toSorted()).toEqual(expected.toSorted())
  })

  it.for(tried)('%s', { timeout: 2 * HUNG_MS }, async (command, { skip }) => {
    if (runs[command]?.inBrowser && lacksBrowser) skip('chromium is not installed')
    await outcomes.get(command)
  })

  it('leave the export where they were started', async () => {
    await outcomes.get('start export chats.jsonl')
    expect(await readFile(join(copy, 'chats.jsonl'), 'utf8')).toContain('you@example.com')
  })
})
