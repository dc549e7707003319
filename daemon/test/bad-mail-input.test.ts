import { ErrorReply } from '@shortlist/contracts/errors'
import { beforeAll, expect, it } from 'vitest'
import { inDays, invitation, plainMail } from '../../.config/testing/plain-mail.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { type MailClient, mailClient } from './mail-client.ts'

/** Whatever is wrong with a call of mail or calendar is answered in JSON and changes nothing. */

let daemon: RunningDaemon
let ada: MailClient
let places: Readonly<Record<string, string>>

beforeAll(async () => {
  const calendar = invitation({ uid: 'uid', start: inDays(3) })
  daemon = await startDaemon({ mails: [plainMail({ number: 1, calendar })] })
  ada = await mailClient(daemon.url)
  await ada.useLocalCalendar()
  await ada.syncToEnd()
  const [email] = (await ada.status()).emails
  places = {
    user: ada.caller.account.id,
    email: email?.id ?? '',
    event: email?.events[0]?.id ?? '',
  }
}, 60_000)

/** A path with `:user`, `:email` and `:event` filled in. */
function filled(path: string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => places[name] ?? '')
}

interface Sent {
  readonly body?: unknown
  readonly raw?: string
  readonly type?: string
}

function send(call: string, { body, raw, type = 'application/json' }: Sent): Promise<Response> {
  const [method = '', path = ''] = call.split(' ')
  const own = typeof body === 'object' ? { userId: places.user, ...body } : body
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(own))
  return fetch(daemon.url + filled(path), {
    method,
    headers: { cookie: ada.caller.cookie, ...(text !== undefined && { 'content-type': type }) },
    ...(text !== undefined && { body: text }),
  })
}

const EMAIL = '/api/gmail/emails/:user/:email'
const MAILBOX = '/api/settings/:user/mailbox'
const form = {
  address: 'ada@example.test',
  host: 'imap.example',
  port: 993,
  security: 'tls',
  user: 'ada',
  folder: 'INBOX',
  password: 'secret',
}
const EVENT = '/api/calendar/events/:user/:event'
const between = (start: unknown, end: unknown) => ({ body: { start, end } })
const DAY = '2026-12-01T10:00:00Z'

it.each<[string, string, Sent, number]>([
  ['no user', 'POST /api/gmail/sync', { body: { userId: null } }, 400],
  ['a user of another type', 'POST /api/gmail/sync', { body: { userId: ['x'] } }, 400],
  ['somebody else', 'POST /api/gmail/sync', { body: { userId: 'undefined' } }, 403],
  ['no body', 'POST /api/gmail/sync', { raw: '' }, 400],
  ['a body that is null', 'POST /api/gmail/sync/cancel', { raw: 'null' }, 400],
  ['a list', 'POST /api/gmail/sample', { raw: '[]' }, 400],
  ['half of a JSON', 'POST /api/calendar/local', { raw: '{"userId":' }, 400],
  ['a form', 'POST /api/calendar/feed', { raw: 'userId=x', type: 'text/plain' }, 415],
  ['an unknown category', `PATCH ${EMAIL}`, { body: { category: 'urgent' } }, 400],
  ['a category of another type', `PATCH ${EMAIL}`, { body: { category: { a: 1 } } }, 400],
  ['an unknown priority', `PATCH ${EMAIL}`, { body: { priority: 'HIGH' } }, 400],
  ['no priority at all', `PATCH ${EMAIL}`, { body: { priority: null } }, 400],
  ['an unknown mail', 'PATCH /api/gmail/emails/:user/abcdefgh', { body: { priority: 'low' } }, 404],
  ['a mail that is a key', 'PATCH /api/gmail/emails/:user/__proto__', { body: {} }, 400],
  ['a mail that is a path', 'PATCH /api/gmail/emails/:user/..%2f..%2fx', { body: {} }, 400],
  [
    'a mail of 5,000 letters',
    `POST /api/gmail/emails/:user/${'a'.repeat(5000)}/retry`,
    { body: {} },
    400,
  ],
  ['an unknown mail', 'POST /api/gmail/emails/:user/constructor/retry', { body: {} }, 404],
  ['a draft of 10 MB', `POST ${EMAIL}/draft`, { body: { body: 'x'.repeat(10_000_000) } }, 413],
  ['a draft of 4,001 letters', `POST ${EMAIL}/draft`, { body: { body: 'x'.repeat(4001) } }, 400],
  ['a blank draft', `POST ${EMAIL}/draft`, { body: { body: ' \n\t' } }, 400],
  ['a draft of another type', `POST ${EMAIL}/draft`, { body: { body: { html: '<p>' } } }, 400],
  ['no draft', `POST ${EMAIL}/draft`, { body: {} }, 400],
  ['a draft where none is taken', `POST ${EMAIL}/draft`, { body: { body: 'Hi' } }, 409],
  ['the text of an unknown mail', 'GET /api/gmail/emails/:user/abcdefgh/text', {}, 404],
  ['the text of a mail that is a key', 'GET /api/gmail/emails/:user/__proto__/text', {}, 400],
  ['no mails at all', 'GET /api/gmail/emails/:user?limit=0', {}, 400],
  ['half a mail', 'GET /api/gmail/emails/:user?limit=1.5', {}, 400],
  ['a limit in words', 'GET /api/gmail/emails/:user?limit=all', {}, 400],
  ['an end before the start', `POST ${EVENT}`, between(DAY, '2026-12-01T09:00:00Z'), 400],
  ['a hundred years', `POST ${EVENT}`, between(DAY, '2126-12-01T10:00:00Z'), 400],
  ['the year 9999', `POST ${EVENT}`, between('9999-12-31T10:00:00Z', '9999-12-31T11:00:00Z'), 400],
  ['the year 0', `POST ${EVENT}`, between('0000-01-01T10:00:00Z', '0000-01-01T11:00:00Z'), 400],
  ['a start without an end', `POST ${EVENT}`, { body: { start: DAY } }, 400],
  ['a time in words', `POST ${EVENT}`, between('soon', 'later'), 400],
  ['a time without a zone', `POST ${EVENT}`, between('2026-12-01T10:00', '2026-12-01T11:00'), 400],
  ['30 February', `POST ${EVENT}`, between('2026-02-30T10:00:00Z', '2026-02-30T11:00:00Z'), 400],
  ['a time as a number', `POST ${EVENT}`, between(1, 2), 400],
  ['an unknown event', 'POST /api/calendar/events/:user/abcdefgh', { body: {} }, 404],
  ['an event that is a key', 'DELETE /api/calendar/events/:user/__proto__', {}, 400],
  ['an unknown event', 'DELETE /api/calendar/events/:user/abcdefgh', { body: {} }, 404],
  ['a body of another type', `DELETE ${EVENT}`, { raw: 'x', type: 'text/plain' }, 415],
  ['an unknown file', 'GET /api/calendar/events/:user/abcdefgh/ics', {}, 404],
  ['no user', 'POST /api/calendar/connect', { body: { userId: undefined } }, 400],
  ['Google where there is none', 'POST /api/calendar/connect', { body: {} }, 409],
  ['a posted callback', 'POST /api/calendar/callback?code=a&state=b', { body: {} }, 405],
  ['a guessed feed', `GET /api/calendar/feed/${'a'.repeat(43)}.ics`, {}, 404],
  ['a feed that is a path', 'GET /api/calendar/feed/..%2fconnections.json', {}, 400],
  ['the sample beside a mailbox', 'POST /api/gmail/sample', { body: {} }, 501],
  ['a mailbox beside that of the environment', `PUT ${MAILBOX}`, { body: form }, 409],
  ['no address', `POST ${MAILBOX}/look-up`, { body: { address: 'ada' } }, 400],
  ['a host with a path', `POST ${MAILBOX}/test`, { body: { ...form, host: 'a.example/b' } }, 400],
  ['a host with a user', `POST ${MAILBOX}/test`, { body: { ...form, host: 'a@b.example' } }, 400],
  ['a host of 300 letters', `PUT ${MAILBOX}`, { body: { ...form, host: 'a'.repeat(300) } }, 400],
  ['port 0', `PUT ${MAILBOX}`, { body: { ...form, port: 0 } }, 400],
  ['port 65536', `PUT ${MAILBOX}`, { body: { ...form, port: 65_536 } }, 400],
  ['no encryption', `PUT ${MAILBOX}`, { body: { ...form, security: 'none' } }, 400],
  ['two lines as user', `PUT ${MAILBOX}`, { body: { ...form, user: 'a\r\nb' } }, 400],
  ['two lines as folder', `PUT ${MAILBOX}`, { body: { ...form, folder: 'a\nb' } }, 400],
  ['two lines as password', `PUT ${MAILBOX}`, { body: { ...form, password: 'a\nb' } }, 400],
  ['to pause what the environment names', `POST ${MAILBOX}/pause`, { body: {} }, 409],
  ['to remove what the environment names', `DELETE ${MAILBOX}`, {}, 409],
])('refuses %s: %s', async (_, call, sent, status) => {
  const before = [await ada.status(), await ada.calendar()]
  const answer = await send(call, sent)

  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json'])
  const { error, message } = ErrorReply.parse(await answer.json())
  expect(error).toBe(message)
  expect([await ada.status(), await ada.calendar()]).toEqual(before)
})

it.each([
  ['null', 'null'],
  ['a list', '[]'],
  ['nothing', ''],
  ['another user', '{"userId":"bob"}'],
])('takes a DELETE whose body is %s for what its path says', async (_, raw) => {
  const answer = await send(`DELETE ${EVENT}`, { raw })

  expect([answer.status, await answer.json()]).toMatchObject([200, { state: 'undone' }])
})
