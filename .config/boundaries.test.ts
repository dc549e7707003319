import { execFile } from 'node:child_process'
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import config from './dependency-cruiser.mjs'

const target = 'export const planted = 1'

/** For each rule, files that break it, by path; each is written, seen to fail and removed. */
const plants: Record<string, Record<string, string>> = {
  'no-cycles': {
    'daemon/src/chat/planted-a.ts': "import './planted-b.ts'",
    'daemon/src/chat/planted-b.ts': "import './planted-a.ts'",
  },
  'no-unknown-imports': { 'daemon/src/chat/planted-unknown.ts': "import 'nowhere'" },
  'apps-are-leaves': {
    'extension/src/planted-leaf.ts': "import '../../web/src/planted-leaf-target.ts'",
    'web/src/planted-leaf-target.ts': target,
  },
  'only-the-client-knows-the-app': {
    'web/src/planted-app.ts': "import type {} from '../../daemon/src/composition/run-daemon.ts'",
  },
  'the-app-is-only-a-type': {
    'shared/client/src/daemon/planted-value.ts': "import '@shortlist/daemon/app'",
  },
  'contracts-import-only-zod': { 'shared/contracts/src/planted-os.ts': "import 'node:os'" },
  'domains-are-strangers': {
    'daemon/src/accounts/planted-sibling.ts': "import type {} from '../chat/ports.ts'",
  },
  'platform-knows-no-domain': {
    'daemon/src/platform/planted-domain.ts': "import '../chat/ports.ts'",
  },
  'composition-comes-last': {
    'daemon/src/chat/planted-root.ts': "import '../composition/run-daemon.ts'",
  },
  'commands-start-the-daemon': {
    'daemon/src/composition/planted-command.ts': "import '../commands/start.ts'",
  },
  'env-enters-through-the-program': { 'daemon/src/chat/planted-env.ts': "import '../env.ts'" },
  'features-are-strangers': {
    'web/src/features/mail/planted-feature.ts': "import '../chat/planted-neighbour.ts'",
    'web/src/features/chat/planted-neighbour.ts': target,
  },
  'features-below-app': {
    'web/src/features/chat/planted-page.ts': "import '../../app/planted-app-target.ts'",
    'web/src/app/planted-app-target.ts': target,
  },
  'host-below-features': {
    'web/src/host/planted-host.ts': "import '../features/chat/planted-host-target.ts'",
    'web/src/features/chat/planted-host-target.ts': target,
  },
  'extension-rooms-are-strangers': {
    'extension/src/options/planted-room.ts': "import '../panel/planted-room-target.ts'",
    'extension/src/panel/planted-room-target.ts': target,
  },
  'extension-host-below-rooms': {
    'extension/src/host/planted-host.ts': "import '../panel/planted-room-target.ts'",
  },
  'ui-has-no-host': { 'shared/ui/src/planted-router.ts': "import 'react-router-dom'" },
  'production-never-imports-tests': {
    'daemon/src/chat/planted-fake.ts': "import '../../test/planted-double.ts'",
    'daemon/test/planted-double.ts': target,
  },
  'one-door-for-lowdb': { 'daemon/src/chat/planted-lowdb.ts': "import 'lowdb'" },
  'one-door-for-socket.io': { 'daemon/src/chat/planted-socket.ts': "import 'socket.io'" },
  'one-door-for-openai': { 'daemon/src/chat/planted-openai.ts': "import 'openai'" },
  'one-door-for-eventsource-parser': {
    'daemon/src/chat/planted-eventsource.ts': "import 'eventsource-parser'",
  },
  'one-door-for-@node-rs/argon2': {
    'daemon/src/chat/planted-argon.ts': "import '@node-rs/argon2'",
  },
  'googleapis-by-its-sub-path': {
    'daemon/src/calendar/google-planted.ts': "import 'googleapis'",
  },
  'one-door-for-imapflow': { 'daemon/src/chat/planted-imap.ts': "import 'imapflow'" },
  'one-door-for-ipaddr.js': { 'daemon/src/chat/planted-ipaddr.ts': "import 'ipaddr.js'" },
  'one-door-for-saxes': { 'daemon/src/chat/planted-saxes.ts': "import 'saxes'" },
  'one-door-for-undici': { 'daemon/src/chat/planted-undici.ts': "import 'undici'" },
  'one-way-to-named-hosts': { 'daemon/src/mail/planted-dns.ts': "import 'node:dns/promises'" },
  'one-door-for-postal-mime': { 'daemon/src/chat/planted-mime.ts': "import 'postal-mime'" },
  'one-door-for-html-to-text': { 'daemon/src/chat/planted-html.ts': "import 'html-to-text'" },
  'one-door-for-htmlparser2': { 'daemon/src/chat/planted-parser.ts': "import 'htmlparser2'" },
  'one-door-for-css-tree': { 'daemon/src/chat/planted-css.ts': "import 'css-tree'" },
  'one-door-for-ical.js': { 'daemon/src/chat/planted-ical.ts': "import 'ical.js'" },
  'one-door-for-nodemailer': { 'daemon/src/chat/planted-mailer.ts': "import 'nodemailer'" },
  'one-door-for-googleapis': {
    'daemon/src/chat/planted-google.ts': "import 'googleapis/build/src/apis/calendar/index.js'",
  },
  'one-door-for-@fastify/busboy': {
    'daemon/src/chat/planted-busboy.ts': "import '@fastify/busboy'",
  },
  'one-door-for-chardet': { 'daemon/src/chat/planted-chardet.ts': "import 'chardet'" },
  'one-door-for-fflate': { 'daemon/src/chat/planted-fflate.ts': "import 'fflate'" },
  'one-door-for-mammoth': { 'daemon/src/chat/planted-mammoth.ts': "import 'mammoth'" },
  'one-door-for-unpdf': { 'daemon/src/chat/planted-unpdf.ts': "import 'unpdf'" },
  'one-door-for-ignore': {
    'daemon/src/retrieval/planted-ignore.ts':
      "import '../../../shared/file-selection/node_modules/ignore/index.js'",
  },
  'sqlite-is-only-a-cache': { 'daemon/src/chat/planted-sqlite.ts': "import 'node:sqlite'" },
  'file-selection-runs-anywhere': {
    'shared/file-selection/src/planted-platform.ts': "import 'node:path'",
  },
  'one-door-for-pino': { 'daemon/src/chat/planted-pino.ts': "import 'pino'" },
  'one-door-for-commander': { 'daemon/src/chat/planted-commander.ts': "import 'commander'" },
  'one-door-for-socket.io-client': {
    'shared/client/src/planted-io.ts': "import 'socket.io-client'",
  },
  'one-door-for-radix-ui': { 'shared/ui/src/chat/planted-radix.ts': "import 'radix-ui'" },
  'one-door-for-react-markdown': {
    'shared/ui/src/chat/planted-markdown.ts': "import 'react-markdown'",
  },
  'one-door-for-react-syntax-highlighter': {
    'shared/ui/src/chat/planted-highlighter.ts': "import 'react-syntax-highlighter'",
  },
  'one-door-for-wxt': {
    'extension/src/panel/planted-wxt.ts': "import { browser } from 'wxt/browser'",
  },
  'one-door-for-@mozilla/readability': {
    'extension/src/panel/planted-reader.ts': "import '@mozilla/readability'",
  },
  'one-door-for-react-toastify': { 'web/src/app/planted-toast.ts': "import 'react-toastify'" },
}

const files = Object.values(plants).flatMap((plant) => Object.entries(plant))
const made: string[] = []
let broken: { rule: { name: string }; from: string }[]

beforeAll(async () => {
  for (const [path, text] of files) {
    const first = await mkdir(dirname(path), { recursive: true })
    if (first) made.push(dirname(path))
    await writeFile(path, `${text}\n`)
  }
  // The same command as the gate: a cruiser that sees no TypeScript must fail here too.
  const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'
  const rules = ['--config', '.config/dependency-cruiser.mjs', '--output-type', 'json']
  const rooms = ['daemon', 'web', 'extension', 'shared']
  const { stdout } = await promisify(execFile)(process.execPath, [cruiser, ...rules, ...rooms], {
    maxBuffer: 64 * 1024 * 1024,
  })
  broken = JSON.parse(stdout).summary.violations
}, 60_000)

afterAll(async () => {
  await Promise.all(files.map(([path]) => rm(path, { force: true })))
  for (const folder of made) await rmdir(folder)
})

it.each(config.forbidden.map(({ name }) => name))('%s fails when it is broken', (name) => {
  const from = broken.filter(({ rule }) => rule.name === name).map((each) => each.from)
  const planted = Object.keys(plants[name] ?? {})

  expect(from.filter((path) => planted.includes(path))).not.toEqual([])
})
