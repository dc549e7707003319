import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { type Caller, newCaller } from './browserless-client.ts'

/** What a session that somebody has stolen must not do: all that wants the password anew. */

const server = { url: 'http://127.0.0.1:9/v1', key: '' }
const client = { clientId: 'id.apps.example', clientSecret: 'secret' }
const ada = 'ada@example.test'

const risky: [what: string, call: string, body?: object][] = [
  ['adding a model server', 'POST /api/settings/machine/servers', server],
  ['testing a model server', 'POST /api/settings/machine/servers/test', server],
  ['removing a model server', 'DELETE /api/settings/machine/servers/none'],
  ['entering the Google client', 'PUT /api/settings/machine/google', client],
  ['testing the Google client', 'POST /api/settings/machine/google/test', client],
  ['removing the Google client', 'DELETE /api/settings/machine/google'],
  ['saying who may sign up', 'PATCH /api/settings/machine/people', { signUp: 'closed' }],
  ['removing an account', 'DELETE /api/settings/machine/people/none'],
  ['changing the address', 'PATCH /api/users/me', { email: 'eve@example.test' }],
  ['changing the password', 'PATCH /api/users/me', { password: 'another password' }],
  [
    'deleting the account',
    'DELETE /api/users/me',
    { email: 'eve@example.test', takesEvents: false },
  ],
]

let caller: Caller

beforeAll(async () => {
  const dataFolder = join(await freshFolder(), 'data')
  const first = await startDaemon({ dataFolder, outlivesTest: true })
  caller = await newCaller(first.url, ada)
  await first.stop()
  // a start forgets who has entered a password, and no session
  await startDaemon({ dataFolder, port: first.port, outlivesTest: true })
})

async function codeOf(call: string, body?: object): Promise<unknown> {
  const [method = '', path = ''] = call.split(' ')
  const answer = await caller.call(method, path, body)
  return answer.status === 403 && Reflect.get(Object(await answer.json()), 'code')
}

it.each(risky)('%s wants the password anew', async (_what, call, body) => {
  expect(await codeOf(call, body)).toBe('CONFIRM_NEEDED')
})

it('has changed nothing by then, and does what it is asked once the password is there', async () => {
  expect(await (await caller.call('GET', '/api/users/me')).json()).toMatchObject({ email: ada })
  const people = await caller.call('GET', '/api/settings/machine/people')
  expect(await people.json()).toMatchObject({ signUp: 'open', people: [{ email: ada }] })

  await caller.confirm()
  for (const [, call, body] of risky) expect(await codeOf(call, body)).not.toBe('CONFIRM_NEEDED')
})
