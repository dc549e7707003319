import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Machine, ModelTest, ServerAdded } from '@shortlist/contracts/machine'
import { expect, it } from 'vitest'
import { answerJson } from '../../.config/testing/fault-model.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { openAiWire } from '../../.config/testing/model-wire.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { type Caller, signIn } from './browserless-client.ts'
import { contentsOf } from './contents-of.ts'
import { doctorOf } from './doctor-of.ts'
import { found } from './find-spellings.ts'
import { mailClient } from './mail-client.ts'
import { says, serverWith } from './router-under-test.ts'

/** A model server that the owner of a computer adds, over kills, restarts and another environment. */

const keys = { right: 'canary-right-model-key', wrong: 'canary-wrong-model-key' }
const untried = ['not-tried', 'not-tried'] as const
const machinePath = '/api/settings/machine'

/** A daemon whose environment names no model unless told so; an empty variable is none. */
function begin(dataFolder: string, OPENAI_BASE_URL = ''): Promise<RunningDaemon> {
  return startDaemon({ dataFolder, env: { OPENAI_BASE_URL, LOG_LEVEL: 'trace' } })
}

function machineOf(caller: Caller) {
  const answers: string[] = []
  async function ask(method: string, path = '', body?: object): Promise<unknown> {
    const answer = await caller.call(method, machinePath + path, body)
    const text = await answer.text()
    answers.push(text)
    return JSON.parse(text)
  }
  return {
    answers,
    ask,
    read: async () => Machine.parse(await ask('GET')),
    choose: async (chosen: string) => Machine.parse(await ask('PATCH', '', { chosen })),
    test: async (url: string, key: string) =>
      ModelTest.parse(await ask('POST', '/servers/test', { url, key })),
    add: async (url: string, key: string) =>
      ServerAdded.parse(await ask('POST', '/servers', { url, key })),
  }
}

it('is in force at once, outlives a kill and another environment, and its key stays sealed', async () => {
  const refusal = answerJson(openAiWire.refusal('no key'), 401)
  const server = await serverWith(async (response, request) => {
    const isRight = request.headers.authorization === `Bearer ${keys.right}`
    await (isRight ? says('Hello') : refusal)(response, request)
  })
  const url = `${server.origin}/v1`
  const room = await freshFolder()
  const data = join(room, 'data')
  const first = await begin(data)
  const { caller: ada } = await mailClient(first.url, 'ada@example.test')
  const anybody = await mailClient(first.url, 'bob@example.test')
  const adas = machineOf(ada)

  const refused = await adas.add(url, keys.wrong)
  expect(refused.test.steps.map(({ state }) => state)).toEqual(['good', 'bad', ...untried])
  expect(refused.machine.servers).toEqual([])
  const { machine } = await adas.add(url, keys.right)
  const chosen = machine.servers[0]?.id ?? ''
  expect(await adas.choose(chosen)).toMatchObject({ answering: `scripted on ${server.host}` })
  await anybody.hears('settings-changed', 2)
  expect(anybody.heard.at(-1)?.payload).toEqual({ sections: ['model'] })
  const answers = { state: 'ok', found: `scripted on ${server.host}` }
  expect((await doctorOf(room, first.port)).Model).toMatchObject(answers)
  await first.kill()
  // as a write leaves it that is cut off
  await writeFile(join(data, 'settings', '.machine.json.cut-off.tmp'), '{')
  const kept = await contentsOf(data)
  const stopped = await doctorOf(room)
  expect(stopped.Model).toMatchObject(answers)
  expect(stopped.Settings?.found).toContain('model (stored)')
  expect(await contentsOf(data)).toEqual(kept)

  const second = await begin(data)
  const again = machineOf(await signIn(second.url, 'ada@example.test'))
  expect(await again.read()).toMatchObject({ chosen, servers: [{ id: chosen, hasKey: true }] })
  expect((await again.test(url, '')).isGood).toBe(true)
  const bobs = machineOf(await signIn(second.url, 'bob@example.test'))
  expect(await bobs.read()).toMatchObject({ isOwner: false, found: [], servers: [] })
  expect(bobs.answers.join()).not.toContain(server.host)
  const form = { url, key: '' }
  const calls = [
    ['PATCH', '', { chosen: 'guides' }],
    ['POST', '/servers', form],
    ['POST', '/servers/test', form],
    ['DELETE', `/servers/${chosen}`],
  ] as const
  for (const [method, path, body] of calls)
    expect(await bobs.ask(method, path, body)).toMatchObject({ code: 'FORBIDDEN_USER' })
  const asked = server.requests.length
  for (const bad of ['ftp://a.test', `http://user:${keys.wrong}@127.0.0.1/v1`, 'nonsense'])
    expect(await again.ask('POST', '/servers', { url: bad, key: '' })).toMatchObject({
      code: 'VALIDATION',
    })
  expect(server.requests).toHaveLength(asked)
  await second.stop()

  const third = await begin(data, 'off')
  const locked = machineOf(await signIn(third.url, 'ada@example.test'))
  expect(await locked.read()).toMatchObject({
    setBy: 'OPENAI_BASE_URL',
    answering: 'Built-in guides',
  })
  expect(await locked.ask('PATCH', '', { chosen })).toMatchObject({ code: 'SET_BY_ENVIRONMENT' })
  await third.stop()

  const fourth = await begin(data)
  const last = machineOf(await signIn(fourth.url, 'ada@example.test'))
  expect(await last.read()).toMatchObject({ chosen, setBy: null })
  expect(await last.ask('DELETE', `/servers/${chosen}`)).toMatchObject({
    chosen: 'found',
    servers: [],
  })
  await fourth.stop()

  const said = [adas, again, bobs, locked, last].flatMap(({ answers }) => answers)
  const texts = [...said, ...(await contentsOf(room)).values()]
  for (const text of texts) expect(found(Object.entries(keys), text)).toEqual([])
})
