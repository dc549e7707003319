import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import config from './dependency-cruiser.mjs'

/** For each rule, files that break it, by path; each is written, seen to fail and removed. */
const plants: Record<string, Record<string, string>> = {
  'no-cycles': {
    'daemon/src/chat/planted-a.ts': "import './planted-b.ts'",
    'daemon/src/chat/planted-b.ts': "import './planted-a.ts'",
  },
  'no-unknown-imports': { 'daemon/src/chat/planted-unknown.ts': "import 'nowhere'" },
  'apps-are-leaves': { 'extension/src/planted-leaf.ts': "import '../../web/src/main.tsx'" },
  'only-the-client-knows-the-app': {
    'web/src/planted-app.ts': "import type {} from '../../daemon/src/compose.ts'",
  },
  'the-app-is-only-a-type': {
    'shared/client/src/daemon/planted-value.ts': "import '@shortlist/daemon/app'",
  },
  'contracts-import-only-zod': { 'shared/contracts/src/planted-os.ts': "import 'node:os'" },
  'domains-are-strangers': {
    'daemon/src/mail/planted-sibling.ts': "import type {} from '../chat/ports.ts'",
  },
  'platform-knows-no-domain': {
    'daemon/src/platform/planted-domain.ts': "import '../chat/ports.ts'",
  },
  'only-the-root-composes': { 'daemon/src/chat/planted-root.ts': "import '../compose.ts'" },
  'env-enters-through-main': { 'daemon/src/chat/planted-env.ts': "import '../env.ts'" },
  'features-are-strangers': {
    'web/src/features/mail/planted-feature.ts': "import '../chat/chat-page.tsx'",
  },
  'features-below-app': {
    'web/src/features/chat/planted-page.ts': "import '../../app/planted-target.ts'",
    'web/src/app/planted-target.ts': 'export {}',
  },
  'host-below-features': {
    'web/src/host/planted-host.ts': "import '../features/chat/chat-page.tsx'",
  },
  'ui-has-no-host': { 'shared/ui/src/planted-router.ts': "import 'react-router-dom'" },
  'googleapis-by-its-sub-path': {
    'daemon/src/calendar/google-calendar-planted.ts': "import 'googleapis'",
  },
  'production-never-imports-tests': {
    'daemon/src/chat/planted-fake.ts': "import '../../test/start-test-daemon.ts'",
  },
  'one-door-for-lowdb': { 'daemon/src/chat/planted-lowdb.ts': "import 'lowdb'" },
  'one-door-for-socket.io': { 'daemon/src/chat/planted-socket.ts': "import 'socket.io'" },
  'one-door-for-openai': { 'daemon/src/chat/planted-openai.ts': "import 'openai'" },
  'one-door-for-imapflow': { 'daemon/src/chat/planted-imap.ts': "import 'imapflow'" },
  'one-door-for-postal-mime': { 'daemon/src/chat/planted-mime.ts': "import 'postal-mime'" },
  'one-door-for-html-to-text': { 'daemon/src/chat/planted-html.ts': "import 'html-to-text'" },
  'one-door-for-ical.js': { 'daemon/src/chat/planted-ical.ts': "import 'ical.js'" },
  'one-door-for-chrono-node': { 'daemon/src/chat/planted-chrono.ts': "import 'chrono-node'" },
  'one-door-for-googleapis': {
    'daemon/src/chat/planted-google.ts': "import 'googleapis/build/src/apis/calendar/index.js'",
  },
  'one-door-for-socket.io-client': {
    'shared/client/src/planted-io.ts': "import 'socket.io-client'",
  },
  'one-door-for-radix-ui': { 'shared/ui/src/chat/planted-radix.ts': "import 'radix-ui'" },
  'one-door-for-react-toastify': { 'web/src/app/planted-toast.ts': "import 'react-toastify'" },
}

const files = Object.values(plants).flatMap((plant) => Object.entries(plant))
let broken: { rule: { name: string }; from: string }[]

beforeAll(async () => {
  for (const [path, text] of files) {
    await mkdir(dirname(path), { recursive: true })
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
})

afterAll(() => Promise.all(files.map(([path]) => rm(path, { force: true }))))

it.each(config.forbidden.map(({ name }) => name))('%s fails when it is broken', (name) => {
  const from = broken.filter(({ rule }) => rule.name === name).map((each) => each.from)

  expect(Object.keys(plants[name] ?? {})).toContain(from[0])
})
