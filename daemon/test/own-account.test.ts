import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { Holdings } from '@shortlist/contracts/accounts'
import { expect, it } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { runCommand } from '../../.config/testing/run-command.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { sized } from '../../.config/testing/test-size.ts'
import { ExportLine } from '../src/composition/export-lines.ts'
import { type Caller, newCaller, signIn } from './browserless-client.ts'
import { contentsOf } from './contents-of.ts'
import { folderClient } from './folder-client.ts'
import { mailClient } from './mail-client.ts'
import { seededRandom } from './seeded-random.ts'

const KILLS = sized(2, 100)
/** A deletion takes so many milliseconds, mostly. */
const WITHIN_MS = 150

/** Somebody with a chat, mails, marks, appointments, a feed and a folder, in which `word` stands. */
async function furnish(url: string, email: string, word: string): Promise<Caller> {
  const caller = await newCaller(url, email)
  const { id } = caller.account
  const mail = await mailClient(url, caller)
  await mail.useLocalCalendar()
  await mail.post('/api/gmail/sample')
  await mail.syncToEnd()
  mail.close()
  const rows = await caller.call('GET', `/api/mail/${id}/rows?view=everything&limit=1`)
  const {
    rows: [first],
  } = (await rows.json()) as { rows: { id: string }[] }
  const mark = { changeId: `change-${word}`, ids: [first?.id], mark: 'done' }
  expect((await caller.call('POST', `/api/mail/${id}/marks`, mark)).status).toBe(200)
  const hours = { days: [2, 3], from: '10:00', to: '15:00' }
  await caller.call('PATCH', `/api/settings/${id}/times`, { zone: 'Europe/Lisbon', hours })
  await caller.call('POST', `/api/today/${id}/seen`, { asOf: '2026-01-05T08:00:00.000Z' })
  await caller.call('PATCH', `/api/today/${id}/setup`, { isHidden: true })
  const folders = await folderClient(url, caller)
  await folders.upload([[`${word}/notes.md`, `The ${word} sleeps on an ice floe.`]])
  await folders.settled()
  folders.close()
  const question = { msg: `What of ${word}?`, userId: id, coachOrChat: 'chat', chatId: `${id}_1` }
  await caller.call('POST', '/api/chatbot', { ...question, messageId: `m-${word}` })
  return caller
}

type Fate = { readonly as: ExportLine['kind'] } | { readonly leftOut: string }

const ofComputer: Fate = { leftOut: 'belongs to the computer' }
const derived: Fate = { leftOut: 'is made anew from the records' }

/** Each kind of file of the data folder, with ids as `*`: the line it is exported as, or why it is not. */
const fates: Readonly<Record<string, Fate>> = {
  'calendar/connections.json': { as: 'settings' },
  'calendar/events.json': { as: 'events' },
  'images/*/*': { as: 'image' },
  'index.db': derived,
  'logs/daemon.log': { leftOut: 'names nobody' },
  'mail/named-mailboxes.json': ofComputer,
  'mail/own-mailboxes.json': { as: 'settings' },
  'mail/settings.json': { leftOut: 'says who looks at the sample, which is made up' },
  'records/appointments/*.jsonl': { as: 'records' },
  'records/chats/*.jsonl': { as: 'chat' },
  'records/folders/*.jsonl': { as: 'file' },
  'records/mail-texts/*.jsonl': { leftOut: 'holds texts that the mailbox has' },
  'records/mail/*.jsonl': { as: 'records' },
  'retrieval/*/index.sqlite': derived,
  'retrieval/*/records/*/*.json': { as: 'file' },
  'retrieval/*/vectors.db': derived,
  'sessions.json': { leftOut: 'is a secret of the browsers that are signed in' },
  'settings/imports.json': { leftOut: 'holds ids of chats of this computer, for a day' },
  'settings/accounts.json': { as: 'settings' },
  'settings/google.json': ofComputer,
  'settings/leavers.json': { leftOut: 'names accounts that are being deleted' },
  'settings/machine.json': ofComputer,
  'settings/people.json': ofComputer,
  'settings/setup-lists.json': { as: 'settings' },
  'settings/times.json': { as: 'settings' },
  'settings/visits.json': { as: 'settings' },
  'users.json': { as: 'account' },
}

/** Kinds of files that lie in a data folder; a spare copy and a checksum are of the file's own kind. */
async function storedKinds(data: string): Promise<ReadonlySet<string>> {
  const isId = /^[\w-]{16,}(?=\.|$)/
  const kinds = [...(await contentsOf(data)).keys()].map((path) =>
    relative(data, path)
      .replace(/\.(bak|checksum)$/, '')
      .split(sep)
      .map((part) => part.replace(isId, '*'))
      .join('/'),
  )
  return new Set(kinds)
}

/** Names of the files that hold it. */
async function holding(data: string, word: string): Promise<readonly string[]> {
  const files = [...(await contentsOf(data))]
  return files.flatMap(([path, bytes]) => (bytes.includes(word) ? [path] : []))
}

const deletionOf = ({ account: { email } }: Caller) => ({ email, takesEvents: false })

it('exports all of an account, whole and without a secret, and nothing of the others', async () => {
  const room = await freshFolder()
  const daemon = await startDaemon({ dataFolder: join(room, 'data') })
  const ada = await furnish(daemon.url, 'ada@example.test', 'walrus')
  const bob = await furnish(daemon.url, 'bob@zanzibar.test', 'quagga')
  const { feedUrl } = (await (
    await bob.call('GET', `/api/calendar/status/${bob.account.id}`)
  ).json()) as { feedUrl: string }
  const holdings = Holdings.parse(await (await bob.call('GET', '/api/users/me/holdings')).json())

  const answer = await bob.call('GET', '/api/users/me/export')

  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="shortlist-/)
  const text = await answer.text()
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => ExportLine.parse(JSON.parse(line)))
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length
  expect(lines[0]).toEqual({ kind: 'shortlist-export', v: 2 })
  expect(lines.at(-1)).toMatchObject({ kind: 'end' })
  expect([count('chat'), count('file')]).toEqual([holdings.chats, holdings.files])
  const rows = lines.flatMap((line) => (line.kind === 'records' ? [line] : []))
  // the sample is made up, so its mails are left out; the mark is not
  expect(rows.map(({ of }) => of)).toEqual(['mail', 'appointments'])
  expect(text).toContain('The quagga sleeps on an ice floe.')
  const [, cookie = ''] = bob.cookie.split('=')
  const feed = /feed\/(.*)\.ics/.exec(feedUrl)?.[1] ?? ''
  const secrets = ['correct horse battery', cookie, feed, 'argon2']
  for (const secret of secrets) {
    expect(secret).not.toBe('')
    for (const form of [secret, btoa(secret), encodeURIComponent(secret)])
      expect(text).not.toContain(form)
  }
  for (const trace of ['walrus', ada.account.id, 'ada@example.test'])
    expect(text).not.toContain(trace)

  await daemon.stop()
  const settings = lines.flatMap((line) => (line.kind === 'settings' ? [line.settings] : []))
  expect(settings).toMatchObject([
    {
      calendar: 'local',
      times: { zone: 'Europe/Lisbon', hours: { days: [2, 3] } },
      visits: { ends: ['2026-01-05T08:00:00.000Z'] },
      setupList: { isHidden: true },
    },
  ])
  const kinds = new Set<string>(lines.map(({ kind }) => kind))
  for (const stored of await storedKinds(join(room, 'data'))) {
    const fate = fates[stored]
    expect(fate, `${stored} is neither exported nor named as left out`).toBeDefined()
    if (fate && 'as' in fate) expect(kinds, stored).toContain(fate.as)
  }
  const file = join(room, 'bob.jsonl')
  await writeFile(file, text)
  const elsewhere = await freshFolder()
  const { out, code } = await runCommand({ room: elsewhere, args: ['import', file] })
  expect(code).toBe(0)
  expect(out).toContain('Imported 1 chats; 0 were there already.')
  expect(out).toContain('Left in the file, since only chats are read back: ')
  await writeFile(file, text.replace('quagga', 'zebra'))
  const changed = await runCommand({ room: elsewhere, args: ['import', file] })
  expect(changed.err).toContain('is not a complete export of Shortlist')

  await readBack(text, bob)
}, 120_000)

it('says of every file that the daemon can keep whether it is exported', async () => {
  const source = join(import.meta.dirname, '../src')
  const known = new Set(Object.keys(fates).map((stored) => basename(stored)))
  const unknown: string[] = []
  let seen = 0
  // old stores are only read, and become others
  for await (const name of glob('**/*.ts', {
    cwd: source,
    exclude: ['**/*.test.ts', 'takeover/**', '**/testing/**', 'commands/**'],
  })) {
    const text = await readFile(join(source, name), 'utf8')
    for (const [, file = ''] of text.matchAll(/join\([^()]*'([\w-]+\.(?:json|db|sqlite))'\)/g)) {
      seen += 1
      if (!known.has(file)) unknown.push(`${name}: ${file}`)
    }
  }
  expect(seen).toBeGreaterThan(15)
  expect(unknown).toEqual([])
})

/** A whole file of these lines. */
function sealed(lines: readonly object[]): string {
  const texts = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const sha256 = createHash('sha256').update(texts).digest('hex')
  return `${texts}${JSON.stringify({ kind: 'end', sha256 })}\n`
}

/** Imports the chats of a file in the app of another computer, and takes them back. */
async function readBack(text: string, of: Caller): Promise<void> {
  const data = join(await freshFolder(), 'data')
  const daemon = await startDaemon({ dataFolder: data })
  const zoe = await newCaller(daemon.url, 'zoe@example.test')
  const send = async (path: string, file: string, caller = zoe) => {
    const answer = await fetch(`${daemon.url}/api/users/me/import${path}`, {
      method: 'POST',
      headers: { cookie: caller.cookie, 'content-type': 'application/octet-stream' },
      body: file,
    })
    return [answer.status, await answer.json()]
  }
  const last = async () => (await zoe.call('GET', '/api/users/me/import')).json()
  const undo = async () => (await zoe.call('DELETE', '/api/users/me/import')).status
  const chatId = `${zoe.account.id}_1`
  const messages = async () => {
    const path = `/api/chatbot/messages/${zoe.account.id}/${chatId}`
    return JSON.stringify(await (await zoe.call('GET', path)).json())
  }

  const left = ['settings', 'mails', 'appointments', 'files']
  expect(await send('/preview', text)).toEqual([200, { chats: 1, known: 0, left }])
  const [head, account, chat] = [
    { kind: 'shortlist-export', v: 2 },
    { kind: 'account', id: 'x', email: 'x@example.test', createdAt: '' },
    { kind: 'chat', userId: 'x', chatId: 'x_1', createdAt: '2026-11-28T10:00:00Z', title: null },
  ]
  const messagesOf = { messages: [{ role: 'user', content: 'Hi' }] }
  const page = { id: 'i', type: 'image/png', width: 1, height: 1 }
  const hostile = [
    [head, account, { ...account, id: 'y', email: 'y@example.test' }],
    [head, account, { ...chat, ...messagesOf, chatId: '../../x' }],
    [head, account, { ...chat, ...messagesOf, createdAt: 'yesterday' }],
    [head, account, { kind: 'image', image: page, base64: btoa('<script>alert(1)</script>') }],
    [{ ...head, v: 3 }, account],
    [head],
  ]
  const damaged = [text.replace('quagga', 'zebra'), text.slice(0, -20), '', '[1]']
  for (const bad of [...damaged, ...hostile.map(sealed)])
    expect([bad, ...(await send('', bad))]).toMatchObject([bad, 400, { code: 'VALIDATION' }])
  expect(await messages()).toBe('[]')
  expect(await undo()).toBe(404)

  expect(await send('', text)).toMatchObject([200, { last: { chats: 1, isWhole: true } }])
  expect(await messages()).toContain('quagga')
  expect(await messages()).not.toContain(of.account.id)
  expect(await send('/preview', text)).toEqual([200, { chats: 0, known: 1, left }])
  const once = await last()
  expect(await send('', text)).toEqual([200, once])
  expect((await contentsOf(join(data, 'imports'))).size).toBe(0)
  await daemon.kill()

  const again = await startDaemon({ dataFolder: data, port: daemon.port })
  expect(await last()).toEqual(once)
  expect(await undo()).toBe(200)
  expect(await messages()).toBe('[]')
  expect(await last()).toEqual({ last: null })
  expect(await send('', text)).toMatchObject([200, { last: { chats: 1 } }])
  const question = { msg: 'And then?', userId: zoe.account.id, coachOrChat: 'chat', chatId }
  await zoe.call('POST', '/api/chatbot', { ...question, messageId: 'm-later' })
  expect(await undo()).toBe(200)
  expect(await messages()).toContain('And then?')
  await again.stop()
}

it('leaves no byte of an account, and all of the others', async () => {
  const data = join(await freshFolder(), 'data')
  const daemon = await startDaemon({ dataFolder: data })
  const ada = await furnish(daemon.url, 'ada@example.test', 'walrus')
  const bob = await furnish(daemon.url, 'bob@zanzibar.test', 'quagga')
  const holdings = async (of: Caller) =>
    Holdings.parse(await (await of.call('GET', '/api/users/me/holdings')).json())
  const before = await holdings(ada)
  const has = await holdings(bob)
  expect(has).toMatchObject({ chats: 1, marks: 1, inGoogle: 0, folders: 1, files: 1 })
  expect(has.mails).toBeGreaterThan(50)
  expect(has.appointments).toBeGreaterThan(3)
  expect(await holding(data, 'quagga')).not.toEqual([])
  const { feedUrl } = (await (
    await bob.call('GET', `/api/calendar/status/${bob.account.id}`)
  ).json()) as { feedUrl: string }
  expect((await fetch(feedUrl)).status).toBe(200)

  const answer = await bob.call('DELETE', '/api/users/me', deletionOf(bob))

  expect(answer.status).toBe(204)
  expect((await fetch(feedUrl)).status).toBe(404)
  for (const trace of ['quagga', 'zanzibar', bob.account.id])
    expect(await holding(data, trace)).toEqual([])
  expect(await holdings(ada)).toEqual(before)
  await daemon.stop()
  for (const trace of ['quagga', 'zanzibar', bob.account.id])
    expect(await holding(data, trace)).toEqual([])
}, 120_000)

it(
  `deletes an account as a whole or not at all through ${KILLS} kills`,
  async () => {
    const data = join(await freshFolder(), 'data')
    const random = seededRandom(18)
    let daemon = await startDaemon({ dataFolder: data })
    const { port } = daemon
    await newCaller(daemon.url, 'owner@example.test')

    for (let round = 0; round < KILLS; round += 1) {
      const word = `quagga${round}x`
      const leaver = await furnish(daemon.url, `${word}@zanzibar.test`, word)
      const deletion = leaver
        .call('DELETE', '/api/users/me', deletionOf(leaver))
        .then(({ status }) => status)
        .catch(() => null)
      const early = once(AbortSignal.timeout(Math.ceil(random() * WITHIN_MS)), 'abort')
      await Promise.race([early, deletion])
      await daemon.kill()
      const status = await deletion
      daemon = await startDaemon({ dataFolder: data, port })

      const me = await leaver.call('GET', '/api/users/me')
      const isGone = me.status === 401
      if (status === 204) expect(isGone).toBe(true)
      if (!isGone) {
        const found = await leaver.call('GET', '/api/users/me/holdings')
        expect(Holdings.parse(await found.json())).toMatchObject({ chats: 1, marks: 1, files: 1 })
        const again = await signIn(daemon.url, `${word}@zanzibar.test`)
        expect((await again.call('DELETE', '/api/users/me', deletionOf(again))).status).toBe(204)
      }
      // a stop waits for what the start has taken up
      await daemon.stop()
      for (const trace of [word, leaver.account.id]) expect(await holding(data, trace)).toEqual([])
      daemon = await startDaemon({ dataFolder: data, port })
    }
  },
  KILLS * 30_000,
)
