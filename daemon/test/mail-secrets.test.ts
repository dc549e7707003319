import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, it } from 'vitest'
import { type Dovecot, deliver, startDovecot } from '../../.config/testing/dovecot.ts'
import { endWithTests } from '../../.config/testing/end-with-tests.ts'
import { freshMailbox } from '../../.config/testing/fresh-mailbox.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { inDays, invitation, plainMail } from '../../.config/testing/plain-mail.ts'
import { contentsOf } from './contents-of.ts'
import { found } from './find-spellings.ts'
import { type GoogleUnderTest, googleUnderTest, signInAtGoogle } from './google-under-test.ts'
import { type MailClient, mailClient } from './mail-client.ts'

/** Every secret of mail and calendar, looked for wherever it does not belong (security design, 11). */

const dovecotPath = await needsPeer('dovecot')
const MODEL_KEY = 'sk-canary-model-key-5f1c'
const words = ['canarysubject', 'canarysender', 'canarytext', 'canarytail', 'canaryevent']

let dovecot: Dovecot
let mailbox: ReturnType<typeof freshMailbox>
let under: GoogleUnderTest
let ada: MailClient
const secrets = new Map<string, string>()
/** Everything that the daemon has answered, by call; what its owner is meant to see left out. */
const replies = new Map<string, string>()

beforeAll(async () => {
  if (!dovecotPath) return
  mailbox = freshMailbox()
  dovecot = await startDovecot({ [mailbox.user]: mailbox.password })
  const settings = await mailbox.settings(dovecot, dovecot.tlsPort)
  const ofModel = { OPENAI_BASE_URL: await startEchoingModel(), OPENAI_API_KEY: MODEL_KEY }
  const env = { ...settings, ...ofModel, CHAT_MODEL: 'm', MAILBOX_FILE: '', LOG_LEVEL: 'trace' }
  under = await googleUnderTest(env)
  ada = await mailClient(under.daemon.url)
  secrets.set('client secret', under.google.clientSecret)
  secrets.set('app password', mailbox.password)
  secrets.set('app password without spaces', mailbox.password.replaceAll(' ', ''))
  secrets.set('model key', MODEL_KEY)
  secrets.set('session token', ada.caller.cookie.split('=')[1] ?? '')
  await useEverything()
}, 120_000)

/** The address of a model server that fails and says the whole question in its refusal. */
async function startEchoingModel(): Promise<string> {
  const server = createServer(async (request, response) => {
    const question = await buffer(request)
    response.writeHead(request.method === 'GET' ? 200 : 500, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: [{ id: 'm' }], error: { message: String(question) } }))
  })
  server.listen(0, '127.0.0.1')
  endWithTests(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

function write(number: number): void {
  const calendar = invitation({ uid: `u${number}`, start: inDays(number), summary: 'canaryevent' })
  const raw = plainMail({
    number,
    from: 'Dana <canarysender@northwind.example>',
    subject: `canarysubject ${number}`,
    body: `canarytext ${'We read what you have sent us about the team and the platform. '.repeat(15)} canarytail`,
    calendar,
  })
  deliver(dovecot.maildir(mailbox.user), raw, new Date(), dovecot.owner)
}

async function call(method: string, path: string, body?: object): Promise<void> {
  const userId = ada.caller.account.id
  const answer = await ada.caller.call(
    method,
    path.replace(':user', userId),
    body && { userId, ...body },
  )
  replies.set(`${method} ${path}`, await answer.text())
}

/** Whatever mail and calendar can do, and whatever may go wrong with it. */
async function useEverything(): Promise<void> {
  for (const number of [1, 2, 3]) write(number)
  await ada.useLocalCalendar()
  const { feedUrl } = await ada.calendar()
  secrets.set('feed token', /feed\/([\w-]+)/.exec(feedUrl ?? '')?.[1] ?? '')
  await fetch(feedUrl ?? '')
  await signInAtGoogle(under, ada)
  await call('GET', '/api/calendar/callback?code=canarycode&state=canarystate')
  await ada.until(({ connected }) => connected)
  await ada.syncToEnd()
  under.google.expireAccessTokens()
  under.google.failNext(400, 'invalid', 1)
  write(4)
  await ada.syncToEnd()
  const [email] = (await ada.status()).emails
  const event = `/api/calendar/events/:user/${email?.events[0]?.id}`
  await call('DELETE', event)
  under.google.failNext(400, 'invalid', 2)
  await call('POST', event, {})
  await call('POST', `/api/gmail/emails/:user/${email?.id}/draft`, { body: 'canarytext' })
  await call('POST', '/api/calendar/connect', {})
  await under.google.revokeAccess()
  await call('POST', '/api/gmail/sync', {})
  await dovecot.setPassword(mailbox.user, 'another')
  await dovecot.stop()
  await dovecot.start()
  await call('POST', '/api/gmail/connect', {})
  for (const path of ['gmail/status/:user', 'gmail/emails/:user', 'calendar/status/:user']) {
    await call('GET', `/api/${path}`)
  }
  for (const path of ['health', 'openapi.json', 'users/me']) await call('GET', `/api/${path}`)
  for (const { token, body } of under.google.requests) {
    if (token) secrets.set(`access token ${token.slice(-4)}`, token)
    if (body?.refresh_token) secrets.set('refresh token', String(body.refresh_token))
    if (body?.code_verifier) secrets.set('verifier', String(body.code_verifier))
  }
}

it('knows the secrets that it looks for', () => {
  expect([...secrets.keys()]).toEqual(
    expect.arrayContaining(['refresh token', 'feed token', 'client secret', 'verifier']),
  )
  expect([...secrets.keys()].filter((name) => name.startsWith('access token')).length).toBe(2)
  expect([...secrets.values()].filter((secret) => secret.length < 8)).toEqual([])
  expect(found(secrets, Buffer.from(`x ${MODEL_KEY} y`).toString('base64'))).toEqual(['model key'])
})

it('stores none of them in a form that can be read, and every file for its owner alone', async () => {
  const folder = join(under.room, 'own', 'data')
  const files = await contentsOf(folder)

  expect([...files.keys()]).toContain(join(folder, 'calendar', 'connections.json'))
  for (const [name, text] of files) expect([name, found(secrets, text)]).toEqual([name, []])
  for (const name of files.keys()) {
    expect([name, (await stat(name)).mode & 0o077]).toEqual([name, 0])
  }
})

it('logs none of them, and no word of a mail', async () => {
  const files = await contentsOf(join(under.room, 'own', 'data', 'logs'))
  const log = [...files.values()].join('\n')
  const ofMail = words.map((word): [string, string] => [word, word])

  expect(log).toContain('"calendar"')
  expect(log).toContain('the model has not analysed a mail')
  expect(found([...secrets, ...ofMail, ['code', 'canarycode']], log)).toEqual([])
})

it('answers none of them', () => {
  expect(replies.size).toBeGreaterThan(10)
  for (const [path, text] of replies) expect([path, found(secrets, text)]).toEqual([path, []])
})

it('keeps no more of a mail than its card shows once it is analysed, but for a model that was away', async () => {
  const holders = async () => {
    const files = await contentsOf(join(under.room, 'own', 'data'))
    expect([...files.values()].some((text) => text.includes('canarysubject'))).toBe(true)
    return [...files].flatMap(([name, text]) => (text.includes('canarytail') ? [name] : []))
  }
  for (const name of await holders())
    expect(name).toMatch(/\/data\/records\/mail-texts\/[\w-]+\.jsonl$/)

  await under.daemon.stop()
  await under.restart({ OPENAI_BASE_URL: 'off' })
  await expect.poll(holders).toEqual([])
})
