import { once } from 'node:events'
import { join } from 'node:path'
import { Holdings } from '@shortlist/contracts/accounts'
import { expect, it } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
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
  // the sample is made up, so its mails and appointments are left out; the mark is not
  expect(rows.map(({ of }) => of)).toEqual(['mail'])
  expect(count('events')).toBe(0)
  const settings = lines.flatMap((line) => (line.kind === 'settings' ? [line.settings] : []))
  expect(settings).toMatchObject([
    {
      calendar: 'local',
      times: { zone: 'Europe/Lisbon', hours: { days: [2, 3] } },
      visits: { ends: ['2026-01-05T08:00:00.000Z'] },
      setupList: { isHidden: true },
    },
  ])
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
}, 120_000)

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
