import { ErrorReply } from '@shortlist/contracts/errors'
import { beforeAll, expect, it } from 'vitest'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { type Caller, newCaller } from './browserless-client.ts'
import { excerptOf } from './excerpt.ts'

let daemon: RunningDaemon
let ada: Caller
let chatId: string

beforeAll(async () => {
  daemon = await startDaemon()
  ada = await newCaller(daemon.url, 'ada@example.test')
  chatId = `${ada.account.id}_1`
}, 60_000)

function message(change: Record<string, unknown>) {
  const { id: userId } = ada.account
  return { msg: 'Hi', userId, coachOrChat: 'chat', chatId, messageId: 'm1', ...change }
}

function withImage(name: string, type: string, bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(message({}))) form.append(key, String(value))
  form.append('image', new File([bytes], name, { type }))
  return form
}

function send(body: string | FormData, type?: string): Promise<Response> {
  return fetch(`${daemon.url}/api/chatbot`, {
    method: 'POST',
    headers: { cookie: ada.cookie, ...(type ? { 'content-type': type } : {}) },
    body,
  })
}

const json = (change: Record<string, unknown>) => () =>
  send(JSON.stringify(message(change)), 'application/json')
const text = (characters: number) => 'x'.repeat(characters)
const bytes = (length: number) => new Uint8Array(length).fill(120)

it.each<[string, () => Promise<Response>, number]>([
  ['blank text', json({ msg: '  \n ' }), 400],
  ['1 MB of text', json({ msg: text(1024 * 1024) }), 413],
  ['40,000 characters', json({ msg: text(40_000) }), 413],
  ['a question larger than the window', json({ msg: text(26_000) }), 413],
  ['invalid JSON', () => send('{"msg": ', 'application/json'), 400],
  ['an empty body', () => send('', 'application/json'), 400],
  ['JSON that is null', () => send('null', 'application/json'), 400],
  ['JSON that is a list', () => send('[]', 'application/json'), 400],
  ['JSON sent as plain text', () => send(JSON.stringify(message({})), 'text/plain'), 415],
  ['an excerpt of 12,001 characters', json({ excerpt: excerptOf(text(12_001)) }), 413],
  ['an excerpt from a file', json({ excerpt: excerptOf('x', { url: 'file:///a' }) }), 400],
  ['an excerpt that says nothing', json({ excerpt: excerptOf(' \n') }), 400],
  ['an excerpt that is a list', json({ excerpt: [] }), 400],
  ['no chat id', json({ chatId: undefined }), 400],
  ['a chat id that is a path', json({ chatId: '../../etc/passwd' }), 400],
  ['an unknown mode', json({ coachOrChat: 'butler' }), 400],
  ['no message id', json({ messageId: null }), 400],
  [
    'an image of 30 MB',
    () => send(withImage('big.png', 'image/png', bytes(30 * 1024 * 1024))),
    413,
  ],
  ['a text file named .png', () => send(withImage('notes.png', 'image/png', bytes(100))), 415],
  [
    'an SVG',
    () => send(withImage('a.svg', 'image/svg+xml', new TextEncoder().encode('<svg/>'))),
    415,
  ],
  ['form data without a boundary', () => send('x', 'multipart/form-data'), 400],
])('refuses %s in JSON and stores nothing', async (_what, request, status) => {
  const answer = await request()

  expect(answer.headers.get('content-type')).toContain('application/json')
  const { error, message: sentence } = ErrorReply.parse(await answer.json())
  expect({ status: answer.status, error }).toEqual({ status, error: sentence })
  const list = await ada.call('GET', `/api/chatbot/list/${ada.account.id}`)
  expect(await list.json()).toEqual([])
})

it('answers an unknown call in JSON', async () => {
  const answer = await ada.call('GET', '/api/nothing/here')

  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ error: 'Not Found', message: 'Not Found' })
})

it('answers unknown chats with emptiness, not with an error', async () => {
  const { id } = ada.account
  const messages = await ada.call('GET', `/api/chatbot/messages/${id}/${id}_404`)
  const removed = await ada.call('DELETE', `/api/chatbot/${id}/${id}_404`, {})

  expect([messages.status, await messages.json()]).toEqual([200, []])
  expect([removed.status, await removed.json()]).toEqual([
    200,
    { message: 'Chat deleted successfully' },
  ])
})
