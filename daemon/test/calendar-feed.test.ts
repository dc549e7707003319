import { get } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { contentsOf } from './contents-of.ts'
import { found } from './find-spellings.ts'
import { type MailClient, mailClient } from './mail-client.ts'

/** The local calendar as other programs subscribe to it (RFC 5545, RFC 7986). */

let room: string
let daemon: RunningDaemon
let ada: MailClient
let bob: MailClient

const start = (port?: number) => {
  const env = { LOG_LEVEL: 'trace' }
  const options = { dataFolder: join(room, 'data'), args: ['--sample'], env, outlivesTest: true }
  return startDaemon(port === undefined ? options : { ...options, port })
}

beforeAll(async () => {
  room = await freshFolder()
  daemon = await start()
  ada = await mailClient(daemon.url)
  bob = await mailClient(daemon.url, 'bob@example.test')
  for (const each of [ada, bob]) await each.useLocalCalendar()
  await ada.syncToEnd()
}, 60_000)

const addressOf = async (client: MailClient) => (await client.calendar()).feedUrl ?? ''
const uidsIn = (feed: string) => (feed.match(/^UID:.*$/gm) ?? []).toSorted()
const secretIn = (address: string) => /([^/]+)\.ics$/.exec(address)?.[1] ?? ''

/** How the daemon answers where the request names another host. */
function statusFor(address: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).on('error', reject)
  })
}

it('is read without a session, and again only where it differs', async () => {
  const address = await addressOf(ada)
  const first = await fetch(address)
  const etag = first.headers.get('ETag') ?? ''
  expect(first.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  expect(first.headers.get('Cache-Control')).toBe('private, no-cache')
  expect(etag).toMatch(/^"\w+"$/)
  const feed = await first.text()
  expect(uidsIn(feed).length).toBeGreaterThan(3)
  expect(new Set(uidsIn(feed)).size).toBe(uidsIn(feed).length)

  const ask = () => fetch(address, { headers: { 'If-None-Match': etag } })
  const again = await ask()
  expect([again.status, await again.text()]).toEqual([304, ''])
  const { emails } = await ada.status()
  const event = emails.flatMap(({ events }) => events).find(({ state }) => state === 'created')
  await ada.caller.call('DELETE', `/api/calendar/events/${ada.caller.account.id}/${event?.id}`)
  const changed = await ask()
  expect(changed.status).toBe(200)
  expect(uidsIn(await changed.text())).toEqual(
    uidsIn(feed).filter((uid) => !uid.includes(event?.id ?? '-')),
  )

  await ada.post(`/api/calendar/events/${ada.caller.account.id}/${event?.id}`)
  expect(uidsIn(await (await ask()).text())).toEqual(uidsIn(feed))
})

it('has the same UIDs over a restart, another calendar and another address', async () => {
  const address = await addressOf(ada)
  const uids = uidsIn(await (await fetch(address)).text())
  const port = Number(new URL(address).port)
  await daemon.kill()
  daemon = await start(port)
  ada = await mailClient(daemon.url, 'ada@example.test', true)
  bob = await mailClient(daemon.url, 'bob@example.test', true)
  expect(uidsIn(await (await fetch(address)).text())).toEqual(uids)

  await ada.post('/api/calendar/none')
  expect((await fetch(address)).status).toBe(404)
  await ada.post('/api/calendar/local')
  expect(uidsIn(await (await fetch(address)).text())).toEqual(uids)
  await ada.post('/api/calendar/feed')
  expect((await fetch(address)).status).toBe(404)
  expect(uidsIn(await (await fetch(await addressOf(ada))).text())).toEqual(uids)
})

it('is that of nobody else, for no foreign host, and its secret stands nowhere', async () => {
  const [adas, bobs] = [await addressOf(ada), await addressOf(bob)]
  const id = ada.caller.account.id
  const feed = await (await fetch(bobs)).text()
  expect(uidsIn(feed)).toEqual([])
  const foreign = await bob.caller.call('GET', `/api/calendar/status/${id}`)
  expect(foreign.status).toBe(403)
  expect((await bob.caller.call('GET', `/api/calendar/agenda/${id}`)).status).toBe(403)
  const renewing = await bob.caller.call('POST', '/api/calendar/feed', { userId: id })
  expect(renewing.status).toBe(403)
  expect(await addressOf(ada)).toBe(adas)

  expect(await statusFor(adas, 'evil.example')).toBe(403)
  const guess = adas.replace(secretIn(adas), 'A'.repeat(43))
  expect((await fetch(guess)).status).toBe(404)
  expect((await fetch(adas)).status).toBe(200)
  await daemon.stop()

  const secrets = Object.entries({ adas: secretIn(adas), bobs: secretIn(bobs) })
  const heard = JSON.stringify([ada.heard, bob.heard])
  for (const text of [heard, ...(await contentsOf(room)).values()])
    expect(found(secrets, text)).toEqual([])
})
