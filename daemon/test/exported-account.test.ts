import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { glob, readFile, watch, writeFile } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { Holdings, ImportPreview, LastImport } from '@shortlist/contracts/accounts'
import { Agenda } from '@shortlist/contracts/calendar'
import { Email } from '@shortlist/contracts/mail'
import { beforeAll, expect, it } from 'vitest'
import { type Dovecot, deliver, startDovecot } from '../../.config/testing/dovecot.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { inDays, invitation, plainMail } from '../../.config/testing/plain-mail.ts'
import { runCommand } from '../../.config/testing/run-command.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { sized } from '../../.config/testing/test-size.ts'
import type { ExportLine } from '../src/composition/export-lines.ts'
import { type Caller, newCaller } from './browserless-client.ts'
import { contentsOf } from './contents-of.ts'
import { found } from './find-spellings.ts'
import { folderClient } from './folder-client.ts'
import { type MailClient, mailClient } from './mail-client.ts'
import { seededRandom } from './seeded-random.ts'

/** An exported file that is read back on another computer, whose mailbox is a real one. */

const dovecotPath = await needsPeer('dovecot')
const KILLS = sized(2, 100)
const INTERRUPTIONS = sized(1, 20)
const ADA = 'ada@example.test'
const PASSWORD = 'canary-ada-mailbox-5d20'
const MAILS = 5

let dovecot: Dovecot
let ca: string
let exported: string
let exporter: string
let stored: ReadonlySet<string>

beforeAll(async () => {
  if (!dovecotPath) return
  dovecot = await startDovecot({ [ADA]: PASSWORD })
  ca = join(await freshFolder(), 'ca.pem')
  await writeFile(ca, dovecot.ca)
  for (let number = 1; number <= MAILS; number += 1) {
    const calendar = invitation({ uid: `interview-${number}`, start: inDays(number + 2) })
    const raw = plainMail({ number, ...(number <= 2 && { calendar }) })
    deliver(dovecot.maildir(ADA), raw, new Date(), dovecot.owner)
  }
  ;({ exported, exporter, stored } = await furnishAndExport())
})

async function begin(dataFolder?: string, port?: number) {
  return startDaemon({
    env: { IMAP_CA_FILE: ca, IMAP_ALLOWED_HOSTS: 'localhost' },
    ...(dataFolder && { dataFolder }),
    ...(port && { port }),
  })
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

/** Connects the mailbox and waits for its first sync. */
async function connect(client: MailClient): Promise<void> {
  const form = {
    address: ADA,
    user: ADA,
    password: PASSWORD,
    host: 'localhost',
    port: dovecot.tlsPort,
    security: 'tls',
    folder: 'INBOX',
  }
  const { id } = client.caller.account
  const answer = await client.caller.call('PUT', `/api/settings/${id}/mailbox`, form)
  expect(answer.status).toBe(200)
  await client.hears('sync-complete', 1)
}

/** The file of somebody with a bit of everything, and what kinds of files the data folder holds then. */
async function furnishAndExport() {
  const data = join(await freshFolder(), 'data')
  const daemon = await begin(data)
  const ada = await mailClient(daemon.url, ADA)
  const { caller } = ada
  const { id } = caller.account
  await ada.useLocalCalendar()
  await connect(ada)
  const { emails } = await ada.status()
  const [corrected, drafted, done, opened] = emails.filter(({ subject }) => subject !== '')
  const path = `/api/gmail/emails/${id}`
  const answer = await caller.call('PATCH', `${path}/${corrected?.id}`, {
    userId: id,
    category: 'freelance',
  })
  expect(answer.status).toBe(200)
  await caller.call('POST', `${path}/${drafted?.id}/draft`, { userId: id, body: 'Dear Dana, yes.' })
  const mark = { changeId: 'act-done', ids: [done?.id], mark: 'done' }
  await caller.call('POST', `/api/mail/${id}/marks`, mark)
  await caller.call('POST', `/api/mail/${id}/marks`, {
    ...mark,
    changeId: 'act-undone',
    ids: [opened?.id],
  })
  await caller.call('DELETE', `/api/mail/${id}/marks/act-undone`)
  await caller.call('PATCH', `/api/settings/${id}/times`, { zone: 'Europe/Lisbon' })
  await caller.call('POST', `/api/today/${id}/seen`, { asOf: '2026-01-05T08:00:00.000Z' })
  await caller.call('PATCH', `/api/today/${id}/setup`, { isHidden: true })
  const folders = await folderClient(daemon.url, caller)
  await folders.upload([
    ['work/notes.md', 'The quagga sleeps on an ice floe.'],
    ['more/b.md', 'Zebras graze.'],
  ])
  await folders.settled()
  folders.close()
  const question = {
    msg: 'What of the quagga?',
    userId: id,
    coachOrChat: 'chat',
    chatId: `${id}_1`,
  }
  await caller.call('POST', '/api/chatbot', { ...question, messageId: 'm-1' })
  ada.close()
  const text = await (await caller.call('GET', '/api/users/me/export')).text()
  await daemon.stop()
  return { exported: text, exporter: id, stored: await storedKinds(data) }
}

/** What an account asks of imports. */
function importsOf(url: string, { cookie, call }: Caller) {
  async function send(path: string, file: string) {
    return fetch(`${url}/api/users/me/import${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/octet-stream' },
      body: file,
    })
  }
  return {
    send,
    preview: async () => ImportPreview.parse(await (await send('/preview', exported)).json()),
    import: async () => LastImport.parse(await (await send('', exported)).json()).last,
    last: async () => (await call('GET', '/api/users/me/import')).json(),
    undo: async () => (await call('DELETE', '/api/users/me/import')).status,
    holdings: async () =>
      Holdings.parse(await (await call('GET', '/api/users/me/holdings')).json()),
  }
}

const nothing = { chats: 0, mails: 0, marks: 0, appointments: 0, files: 0 }
const everything = { chats: 1, mails: MAILS, marks: 1, appointments: 2, files: 2 }

async function messagesOf({ account: { id }, call }: Caller): Promise<string> {
  return (await call('GET', `/api/chatbot/messages/${id}/${id}_1`)).text()
}

async function agendaOf({ account, call }: Caller) {
  return Agenda.parse(await (await call('GET', `/api/calendar/agenda/${account.id}`)).json()).events
}

async function mailsOf({ caller }: MailClient) {
  const { id } = caller.account
  const answer = await caller.call('GET', `/api/gmail/emails/${id}`)
  return Email.array().parse(((await answer.json()) as { emails: unknown }).emails)
}

it('holds all that is kept of an account, or says why not', () => {
  const kinds = new Set(
    exported
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).kind),
  )
  expect(found([['password', PASSWORD]], exported)).toEqual([])
  expect(stored.size).toBeGreaterThan(15)
  for (const each of stored) {
    const fate = fates[each]
    expect(fate, `${each} is neither exported nor named as left out`).toBeDefined()
    if (fate && 'as' in fate) expect([...kinds], each).toContain(fate.as)
  }
})

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

it('brings everything to another computer, where the mailbox shows it once it is connected', async () => {
  const data = join(await freshFolder(), 'data')
  const daemon = await begin(data)
  const zoe = await mailClient(daemon.url, 'zoe@example.test')
  await zoe.useLocalCalendar()
  const imports = importsOf(daemon.url, zoe.caller)
  expect(await imports.preview()).toEqual({ fresh: everything, known: nothing })
  expect(await imports.holdings()).toMatchObject(nothing)

  expect(await imports.import()).toMatchObject({ ...everything, isWhole: true })
  expect(await imports.holdings()).toMatchObject(everything)
  expect((await agendaOf(zoe.caller)).map(({ summary }) => summary)).toHaveLength(2)
  expect(await imports.preview()).toEqual({ fresh: nothing, known: everything })
  expect(await imports.import()).toMatchObject(everything)
  expect(await messagesOf(zoe.caller)).toContain('quagga')
  expect((await contentsOf(join(data, 'imports'))).size).toBe(0)
  const kept = [...(await contentsOf(data)).values()]
  expect(kept.some((bytes) => bytes.includes(exporter))).toBe(false)

  await connect(zoe)
  const [mails, agenda] = [await mailsOf(zoe), await agendaOf(zoe.caller)]
  expect(mails).toHaveLength(MAILS)
  expect(mails.filter(({ category }) => category === 'freelance')).toHaveLength(1)
  expect(mails.filter(({ draftSavedAt }) => draftSavedAt !== null)).toHaveLength(1)
  expect(agenda).toHaveLength(2)
  expect(await imports.holdings()).toMatchObject(everything)
  const folders = await folderClient(daemon.url, zoe.caller)
  const { sources } = await folders.ask('Where does the quagga sleep?')
  expect(JSON.stringify(sources)).toContain('work/notes.md')
  folders.close()

  // the mailbox is in use by now, and so are the appointments that it speaks of
  expect(await imports.undo()).toBe(200)
  expect(await imports.holdings()).toMatchObject({
    ...everything,
    marks: 0,
    files: 0,
  })
  expect(await agendaOf(zoe.caller)).toHaveLength(2)
  expect(await mailsOf(zoe)).toHaveLength(MAILS)
  zoe.close()
  await daemon.stop()
})

it('leaves what is there already, and takes back what it has brought and nothing else', async () => {
  const daemon = await begin()
  const zoe = await mailClient(daemon.url, 'zoe@example.test')
  const imports = importsOf(daemon.url, zoe.caller)
  await zoe.useLocalCalendar()
  await connect(zoe)
  const { id } = zoe.caller.account
  const folders = await folderClient(daemon.url, zoe.caller)
  await folders.upload([['work/notes.md', 'These are other notes.']])
  const before = await imports.holdings()
  expect(before).toMatchObject({ mails: MAILS, appointments: 2, files: 1, marks: 0 })

  const known = { ...nothing, mails: MAILS, appointments: 2, files: 1 }
  const fresh = { ...nothing, chats: 1, marks: 1, files: 1 }
  expect(await imports.preview()).toEqual({ fresh, known })
  expect(await imports.import()).toMatchObject(fresh)
  expect(await imports.holdings()).toMatchObject({ ...everything, mails: MAILS })
  expect(await agendaOf(zoe.caller)).toHaveLength(2)

  expect(await imports.undo()).toBe(200)
  expect(await imports.holdings()).toEqual(before)
  expect((await folders.files()).map(({ path }) => path)).toEqual(['work/notes.md'])

  expect(await imports.import()).toMatchObject({ chats: 1 })
  const question = { msg: 'And then?', userId: id, coachOrChat: 'chat', chatId: `${id}_1` }
  await zoe.caller.call('POST', '/api/chatbot', { ...question, messageId: 'm-later' })
  expect(await imports.undo()).toBe(200)
  expect(await messagesOf(zoe.caller)).toContain('And then?')
  folders.close()
  zoe.close()
  await daemon.stop()
})

it('gives its chats to the command line, which names what it leaves', async () => {
  const room = await freshFolder()
  const file = join(room, 'ada.jsonl')
  await writeFile(file, exported)
  const { out, code } = await runCommand({ room, args: ['import', file] })
  expect(code).toBe(0)
  expect(out).toContain('Imported 1 chats; 0 were there already.')
  expect(out).toContain('Left in the file, since only chats are read back: ')
  await writeFile(file, exported.replace('quagga', 'zebra'))
  const changed = await runCommand({ room, args: ['import', file] })
  expect(changed.err).toContain('is not a complete export of Shortlist')
})

it('stores nothing of a file in which a line is none of ours', async () => {
  const daemon = await begin()
  const zoe = await newCaller(daemon.url, 'zoe@example.test')
  const imports = importsOf(daemon.url, zoe)
  const lines = exported
    .trimEnd()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  const changed = (kind: string, of: string | undefined, change: (line: never) => object) =>
    lines.map((line) => (line.kind === kind && line.of === of ? change(line as never) : line))
  type Line = { rows: object[]; events: object[]; file: object }
  const hostile = [
    changed('records', 'mail', (line: Line) => ({ ...line, head: { userId: 'x' } })),
    changed('records', 'mail', (line: Line) => ({ ...line, rows: [{ kind: 'mail' }] })),
    changed('records', 'appointments', (line: Line) => ({ ...line, rows: [{ at: '', row: {} }] })),
    changed('records', 'appointments', (line: Line) => ({
      ...line,
      rows: [{ at: '', gone: '../../users' }],
    })),
    changed('events', undefined, ({ events, ...line }: Line) => ({
      ...line,
      events: events.map((event) => ({ ...event, id: '../x' })),
    })),
    changed('file', undefined, ({ file, ...line }: Line) => ({
      ...line,
      file: { ...file, path: '../../users.json' },
    })),
    [...lines, { kind: 'account', id: 'y', email: 'zoe@example.test', createdAt: '' }],
  ]
  const [head, account, chat] = [
    { kind: 'shortlist-export', v: 2 },
    { kind: 'account', id: 'x', email: 'x@example.test', createdAt: '' },
    { kind: 'chat', userId: 'x', chatId: 'x_1', createdAt: '2026-11-28T10:00:00Z', title: null },
  ]
  const messagesOf = { messages: [{ role: 'user', content: 'Hi' }] }
  const page = { id: 'i', type: 'image/png', width: 1, height: 1 }
  hostile.push(
    [head, account, { ...account, id: 'y', email: 'y@example.test' }],
    [head, account, { ...chat, ...messagesOf, chatId: '../../x' }],
    [head, account, { ...chat, ...messagesOf, createdAt: 'yesterday' }],
    [head, account, { kind: 'image', image: page, base64: btoa('<script>alert(1)</script>') }],
    [{ ...head, v: 3 }, account],
    [head],
  )
  const damaged = [exported.replace('quagga', 'zebra'), exported.slice(0, -20), '', '[1]']
  for (const bad of [...damaged, ...hostile.map(sealed)]) {
    const answer = await imports.send('', bad)
    const told = [bad, answer.status, await answer.json()]
    expect(told).toMatchObject([bad, 400, { code: 'VALIDATION' }])
  }
  expect(await imports.holdings()).toMatchObject(nothing)
  expect(await imports.undo()).toBe(404)
  await daemon.stop()
})

/** Resolves once it is noted that an import of this account has begun. */
async function importNoted(folder: string, userId: string): Promise<void> {
  for await (const _ of watch(folder)) {
    const noted = await readFile(join(folder, 'imports.json'), 'utf8').catch(() => '')
    if (noted.includes(userId)) return
  }
}

/** A whole file of these lines. */
function sealed(lines: readonly object[]): string {
  const texts = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const sha256 = createHash('sha256').update(texts).digest('hex')
  return `${texts}${JSON.stringify({ kind: 'end', sha256 })}\n`
}

it(
  'brings the rest to a mailbox that was connected after the interruption, and leaves it in use',
  async () => {
    const data = join(await freshFolder(), 'data')
    const random = seededRandom(29)
    let daemon = await begin(data)
    const { port } = daemon
    for (let interrupted = 0; interrupted < INTERRUPTIONS; ) {
      const caller = await newCaller(daemon.url, `zoe-${random()}@example.test`)
      const imports = importsOf(daemon.url, caller)
      await caller.call('POST', '/api/calendar/local', { userId: caller.account.id })
      const noted = importNoted(join(data, 'settings'), caller.account.id)
      const importing = imports.import().catch(() => null)
      await noted
      if (random() < 0.5) await once(AbortSignal.timeout(Math.ceil(random() * 30)), 'abort')
      await daemon.kill()
      await importing
      daemon = await begin(data, port)
      const { last } = LastImport.parse(await imports.last())
      if (last?.isWhole !== false) continue
      interrupted += 1

      const zoe = await mailClient(daemon.url, caller)
      await connect(zoe)
      expect(await imports.import()).toMatchObject({ isWhole: true })
      const { emails } = await zoe.syncToEnd().then(() => zoe.status())
      expect(emails).toHaveLength(MAILS)
      expect(await imports.holdings()).toMatchObject({ ...everything, marks: 1 })
      expect(await agendaOf(caller)).toHaveLength(2)

      expect(await imports.undo()).toBe(200)
      await zoe.syncToEnd()
      expect(await mailsOf(zoe)).toHaveLength(MAILS)
      expect(await agendaOf(caller)).toHaveLength(2)
      zoe.close()
    }
    await daemon.stop()
  },
  60_000 + INTERRUPTIONS * 20_000,
)

it(
  `brings the rest after a kill, and takes back all of it, through ${KILLS} kills`,
  async () => {
    const data = join(await freshFolder(), 'data')
    const random = seededRandom(18)
    let daemon = await begin(data)
    const { port } = daemon
    const zoe = await newCaller(daemon.url, 'zoe@example.test')
    const imports = importsOf(daemon.url, zoe)
    for (let round = 0; round < KILLS; round += 1) {
      const importing = imports.import().catch(() => null)
      const early = once(AbortSignal.timeout(Math.ceil(random() * 120)), 'abort')
      await Promise.race([early, importing])
      await daemon.kill()
      await importing
      daemon = await begin(data, port)
      if (round % 2 === 0) {
        expect(await imports.import()).toMatchObject({ ...everything, isWhole: true })
        expect(await imports.holdings()).toMatchObject(everything)
      }
      expect([200, 404]).toContain(await imports.undo())
      expect(await imports.holdings()).toMatchObject(nothing)
    }
    await daemon.stop()
  },
  60_000 + KILLS * 10_000,
)
