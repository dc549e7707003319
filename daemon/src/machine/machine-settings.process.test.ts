import { readdir, readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { FoundServer } from '@shortlist/contracts/health'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  answerJson,
  answerNothing,
  answerPage,
  type Listing,
} from '../../../.config/testing/fault-model.ts'
import { freshFolder } from '../../../.config/testing/fresh-folder.ts'
import { openAiWire } from '../../../.config/testing/model-wire.ts'
import { listen, promptOf } from '../../test/llm-contract.ts'
import { says, serverWith } from '../../test/router-under-test.ts'
import { scriptedLlm } from '../../test/scripted-llm.ts'
import { systemNames } from '../platform/egress/reach.ts'
import { chosenLlm } from '../platform/llm/create-llm.ts'
import { secretBox } from '../platform/secret-box.ts'
import { type MachineParts, openMachineSettings } from './machine-settings.ts'

const key = 'canary-model-key-5d1e'
const { signal } = new AbortController()
const withoutWaiting = { delaysMs: [], longestWaitMs: 0, wait: async () => {} }
const refused = answerJson(openAiWire.refusal('no key'), 401)
const broken = answerJson(openAiWire.refusal('broken'), 500)

interface World extends Partial<MachineParts> {
  readonly room?: string
  readonly found?: readonly FoundServer[]
}

/** The settings of a computer whose owner is ada. */
async function open({ room, found = [], stallSeconds = 30, ...parts }: World = {}) {
  const folder = room ?? (await freshFolder())
  const machine = await openMachineSettings({
    folder: join(folder, 'data'),
    box: secretBox(join(folder, 'keys')),
    report: () => {},
    setBy: null,
    modelsSetBy: {},
    openUnchosen: () => scriptedLlm('Found by itself'),
    guides: scriptedLlm.of({
      pieces: ['From the guides'],
      status: { kind: 'built-in', label: 'Built-in guides', model: null },
    }),
    llmAt: ({ url, keyOf, chosenFor, fetch }) =>
      chosenLlm({ config: { stallSeconds, chosenFor }, retry: withoutWaiting, fetch }, url, keyOf),
    findServers: async () => found,
    names: { addresses: async (host) => [host] },
    stallSeconds,
    ownerId: async () => 'ada',
    onChange() {},
    now: () => new Date('2026-11-28T10:00:00Z'),
    ...parts,
  })
  const ask = async () => (await listen(machine.llm.stream(promptOf('Hi'), signal))).text
  return { machine, folder, ask }
}

async function filesOf(folder: string): Promise<string> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = all.filter((each) => each.isFile())
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

describe('a model server that is added', () => {
  it('answers from the next question on, also after a restart, and its key stays sealed', async () => {
    const server = await serverWith(says('Hello'))
    const url = `${server.origin}/v1`
    const { machine, folder, ask } = await open()

    const { test, machine: after } = await machine.add('ada', { url, key }, signal)
    expect(test).toMatchObject({ isGood: true })
    expect(test.steps.map(({ state }) => state)).toEqual(['good', 'good', 'good', 'good'])
    expect(test.steps.at(-1)?.detail).toBe('It says "Hello".')
    expect(after.servers).toMatchObject([
      { name: server.host, url, hasKey: true, isOwnNetwork: true },
    ])
    expect(await ask()).toBe('Found by itself')

    const chosen = after.servers[0]?.id ?? ''
    const changed = await machine.change('ada', { chosen })
    expect(changed).toMatchObject({ chosen, answering: `scripted on ${server.host}`, error: null })
    expect(await ask()).toBe('Hello')
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`)

    const again = await open({ room: folder })
    expect(await again.ask()).toBe('Hello')
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`)
    const said = [test, after, changed, await again.machine.read('ada')]
    for (const text of [JSON.stringify(said), await filesOf(folder)]) {
      expect(text).not.toContain(key)
      expect(text).not.toContain(Buffer.from(key).toString('base64'))
    }
  })

  it('gets its key from nobody but who has entered it for the same origin', async () => {
    const server = await serverWith(says('Hello'))
    const other = await serverWith(says('Hello'))
    const { machine } = await open()
    await machine.add('ada', { url: `${server.origin}/v1`, key }, signal)

    await machine.test('ada', { url: `${other.origin}/v1`, key: '' }, signal)
    expect(other.requests.at(-1)?.headers.authorization).not.toContain(key)

    await machine.test('ada', { url: server.origin, key: '' }, signal)
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`)
  })

  it('is never replaced in silence', async () => {
    const server = await serverWith(says('Hello'))
    const { machine, ask } = await open()
    const added = await machine.add('ada', { url: `${server.origin}/v1`, key: '' }, signal)
    const chosen = added.machine.servers[0]?.id ?? ''
    await machine.change('ada', { chosen })
    await server.stop()

    expect(await listen(machine.llm.stream(promptOf('Hi'), signal))).toMatchObject({
      text: '',
      failure: { code: 'LLM_UNREACHABLE' },
    })
    const tried = await machine.change('ada', { isTried: true })
    expect(tried.error).toContain('cannot be reached')

    expect((await machine.remove('ada', chosen)).chosen).toBe('found')
    expect(await ask()).toBe('Found by itself')
    await expect(machine.remove('ada', chosen)).rejects.toHaveProperty('code', 'NOT_FOUND')
  })

  it('gives way to the guides for a question, or for each once the owner has said so', async () => {
    const server = await serverWith([broken, broken, says('Hello'), says('Hello')])
    const { machine } = await open({ found: [server.found] })
    const instead: string[] = []
    const onInstead = (name: string) => instead.push(name)
    const ask = (answerBy?: 'guides' | 'model') =>
      listen(machine.llm.stream(promptOf('Hi', { onInstead, answerBy }), signal))
    expect(await machine.change('ada', { guidesStandIn: true })).toMatchObject({
      guidesStandIn: null,
    })
    await machine.change('ada', { guidesStandIn: false })
    const chosen = await machine.change('ada', { chosen: server.found.url })
    expect(chosen.guidesStandIn).toBe(false)

    expect(await ask()).toMatchObject({ text: '', failure: { code: 'LLM_UNREACHABLE' } })
    expect(await ask('guides')).toMatchObject({ text: 'From the guides', failure: undefined })
    expect(instead).toEqual([])

    await machine.change('ada', { guidesStandIn: true })
    expect((await ask()).text).toBe(
      '_scripted did not answer (HTTP 500). These are the built-in guides._\n\nFrom the guides',
    )
    expect(instead).toEqual(['scripted'])
    for (const answerBy of ['model', undefined] as const)
      expect((await ask(answerBy)).text).toBe('Hello')
  })

  it('lets a reply end that runs on the server before', async () => {
    const server = await serverWith(says('Hello'))
    const { machine, ask } = await open({ found: [server.found] })
    await machine.change('ada', { chosen: server.found.url })
    const reply = machine.llm.stream(promptOf('Hi'), signal)

    await machine.change('ada', { chosen: 'guides' })

    expect((await listen(reply)).text).toBe('Hello')
    expect(await ask()).toBe('From the guides')
    expect((await machine.read('ada')).answering).toBe('Built-in guides')
  })
})

describe('which model is asked for what', () => {
  const ids = ['big', 'small', 'eye', 'bge-m3']
  const listing = { '/v1/models': { data: ids.map((id) => ({ id })) } }
  const askedOf = ({ requests }: Awaited<ReturnType<typeof serverWith>>) =>
    requests.flatMap(({ body }) => body.model ?? [])

  it('is chosen by itself until the owner names another, in force at once and after a restart', async () => {
    const server = await serverWith(says('Hello'), listing)
    const world = { found: [server.found] }
    const { machine, folder, ask } = await open(world)
    const first = await machine.change('ada', { chosen: server.found.url })
    expect(first.models).toMatchObject({
      isOwnNetwork: true,
      served: [{ id: 'big' }, { id: 'small' }, { id: 'eye' }, { id: 'bge-m3', use: 'embedding' }],
      purposes: [
        { purpose: 'chat', used: 'big', chosen: null, setBy: null },
        { purpose: 'small', used: 'big', chosen: null, setBy: null },
        { purpose: 'vision', used: 'big', chosen: null, setBy: null },
        { purpose: 'embedding', used: 'bge-m3', chosen: null, setBy: null },
      ],
    })

    const changed = await machine.change('ada', { models: { chat: 'small', vision: 'eye' } })
    expect(changed.answering).toBe(`small on ${server.host}`)
    expect(changed.models?.purposes).toMatchObject([
      { used: 'small', chosen: 'small' },
      { used: 'small', chosen: null },
      { used: 'eye', chosen: 'eye' },
      { used: 'bge-m3', chosen: null },
    ])
    await ask()
    const again = await open({ ...world, room: folder })
    await again.ask()
    expect(askedOf(server)).toEqual(['small', 'small'])

    const back = await again.machine.change('ada', { models: { chat: null } })
    expect(back.answering).toBe(`big on ${server.host}`)
    expect(back.models?.purposes).toMatchObject([{}, {}, { used: 'eye', chosen: 'eye' }, {}])
  })

  it('is meant for one server alone, and only as long as that has it', async () => {
    const one = await serverWith(says('Hello'), listing)
    const other = await serverWith(says('Hello'), listing)
    const { machine } = await open({ found: [one.found, other.found] })
    await machine.change('ada', { chosen: one.found.url })
    await machine.change('ada', { models: { chat: 'small', small: 'gone' } })

    expect((await machine.read('ada')).models?.purposes[1]).toMatchObject({
      used: 'small',
      chosen: 'gone',
    })
    const moved = await machine.change('ada', { chosen: other.found.url })
    expect(moved.models?.purposes[0]).toMatchObject({ used: 'big', chosen: null })
  })

  it('is forgotten with its server', async () => {
    const server = await serverWith(says('Hello'), listing)
    const form = { url: `${server.origin}/v1`, key: '' }
    const { machine } = await open()
    const addAndChoose = async () => {
      const added = await machine.add('ada', form, signal)
      const id = added.machine.servers[0]?.id ?? ''
      return { id, ...(await machine.change('ada', { chosen: id })) }
    }
    const { id } = await addAndChoose()
    await machine.change('ada', { models: { embedding: 'bge-m3' } })

    await machine.remove('ada', id)

    expect((await addAndChoose()).models?.purposes.map(({ chosen }) => chosen)).toEqual(
      Array(4).fill(null),
    )
  })

  it('is not for the owner to say where the environment names it, nor while nothing answers', async () => {
    const { machine } = await open({ modelsSetBy: { small: 'SMALL_MODEL' } })
    const change = (models: object) => machine.change('ada', { models })

    await expect(change({ small: 'x' })).rejects.toHaveProperty('code', 'SET_BY_ENVIRONMENT')
    await expect(change({ chat: 'x' })).rejects.toHaveProperty('code', 'NOT_AVAILABLE')
    expect((await machine.read('ada')).models).toBeNull()
  })
})

/** Where clouds tell their secrets, networks without a router, and what leads to this computer unseen. */
const forbidden = [
  ...['169.254.169.254', '169.254.1', '0xa9fea9fe', '0xa9.0xfe.0xa9.0xfe', '2852039166'],
  ...['0251.0376.0251.0376', '169.254.169.254.', '[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]'],
  ...['[64:ff9b::a9fe:a9fe]', '[2002:a9fe:a9fe::]', '100.100.100.200', '168.63.129.16'],
  ...['[fd00:ec2::254]', '[fe80::1]', '[ff02::1]', '224.0.0.1', '255.255.255.255', '0.0.0.0', '0'],
  ...['[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
]

describe('a test of a model server', () => {
  const unlisted: Listing = {}

  it.each([
    ['wants a key', refused, undefined, ['good', 'bad', 'not-tried', 'not-tried'], 'wants a key'],
    ['is a page', answerPage(200), unlisted, ['good', 'good', 'good', 'bad'], 'understood'],
    ['says nothing', answerNothing, undefined, ['good', 'good', 'good', 'bad'], 'said nothing'],
    [
      'is something else',
      says('Hello'),
      { '/v1/models': { hello: 'world' } },
      ['good', 'good', 'bad', 'not-tried'],
      'no model server',
    ],
  ])('ends at the first bad step where it %s', async (_, answer, listing, states, told) => {
    const server = await serverWith(answer, listing)
    // a busy computer takes long to answer, too
    const { machine } = await open({ stallSeconds: answer === answerNothing ? 1 : 30 })

    const form = { url: `${server.origin}/v1`, key: '' }
    const { test, machine: after } = await machine.add('ada', form, signal)

    expect(test.steps.map(({ state }) => state)).toEqual(states)
    expect(test.steps.find(({ state }) => state === 'bad')?.detail).toContain(told)
    expect(after.servers).toEqual([])
  })

  it('says that nobody answers, and leaves out what is not encrypted', async () => {
    const server = await serverWith(says('Hello'))
    await server.stop()
    const { machine } = await open()
    const bad = async (url: string) => {
      const { isGood, steps } = await machine.test('ada', { url, key }, signal)
      return [isGood, steps[0]?.state, steps[0]?.detail]
    }

    expect(await bad(server.origin)).toEqual([false, 'bad', `Nobody answers at ${server.host}.`])
    expect(await bad('http://8.8.8.8/v1')).toEqual([
      false,
      'bad',
      'Outside of your own network only https:// addresses are asked.',
    ])
  })

  it('asks nothing at what is none of a model server, by whatever spelling', async () => {
    let connections = 0
    const listening = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => listening.listen(0, '::', resolve))
    onTestFinished(() => void listening.close())
    const { port } = listening.address() as AddressInfo
    const { machine } = await open({ names: systemNames() })

    for (const host of forbidden) {
      const form = { url: `http://${host}:${port}/v1`, key }
      const { isGood, steps } = await machine.test('ada', form, signal)
      expect([host, isGood, steps[0]?.detail]).toEqual([
        host,
        false,
        'This address is not asked: it is none of a model server.',
      ])
      expect((await machine.add('ada', form, signal)).machine.servers).toEqual([])
    }
    expect(connections).toBe(0)
  })

  it('asks nobody whose name leads elsewhere by then, with or without a connection', async () => {
    const server = await serverWith(says('Hello'))
    const { port } = new URL(server.origin)
    const url = `http://models.invalid:${port}/v1`
    let addresses = ['127.0.0.1']
    const { machine, ask } = await open({ names: { addresses: async () => addresses } })
    const { machine: added } = await machine.add('ada', { url, key }, signal)
    await machine.change('ada', { chosen: added.servers[0]?.id ?? '' })
    expect(await ask()).toBe('Hello')
    expect(server.requests.at(-1)?.headers.host).toBe(`models.invalid:${port}`)
    const asked = server.requests.length

    for (const [now, code] of [
      ['169.254.169.254', 'ADDRESS_REFUSED'],
      ['8.8.8.8', 'ADDRESS_REFUSED'],
    ] as const) {
      addresses = [now]
      const reply = await listen(machine.llm.stream(promptOf('Hi'), signal))
      expect(reply).toMatchObject({ text: '', failure: { code } })
      expect((await machine.test('ada', { url, key }, signal)).steps[0]?.state).toBe('bad')
    }
    expect(server.requests).toHaveLength(asked)
  })

  it('stores nothing once nobody waits for it', async () => {
    const server = await serverWith(answerNothing)
    const { machine } = await open()
    const leaving = new AbortController()
    const asked = server.next()

    const adding = machine.add('ada', { url: server.origin, key: '' }, leaving.signal)
    await asked
    leaving.abort()

    expect((await adding).test.isGood).toBe(false)
    expect((await machine.read('ada')).servers).toEqual([])
  })

  it('runs once at a time', async () => {
    const server = await serverWith(says('Hello'))
    const { machine } = await open()
    const form = { url: `${server.origin}/v1`, key: '' }

    const first = machine.test('ada', form, signal)
    await expect(machine.test('ada', form, signal)).rejects.toHaveProperty('code', 'RATE_LIMITED')
    expect((await first).isGood).toBe(true)
  })
})

it('shows others what answers, but no server and no way to change it', async () => {
  const server = await serverWith(says('Hello'))
  const { machine } = await open({ found: [server.found] })
  await machine.change('ada', { chosen: server.found.url })

  const seen = await machine.read('bob')

  expect(seen).toMatchObject({ isOwner: false, answering: 'scripted', found: [], servers: [] })
  expect(JSON.stringify(seen)).not.toContain(server.host)
  const form = { url: server.origin, key: '' }
  const refusals = [
    machine.change('bob', { chosen: 'guides' }),
    machine.test('bob', form, signal),
    machine.add('bob', form, signal),
    machine.remove('bob', 'x'),
  ]
  for (const refusal of refusals)
    await expect(refusal).rejects.toHaveProperty('code', 'FORBIDDEN_USER')
})

it('is locked where the environment names what answers, and still tries it anew', async () => {
  const { machine } = await open({ setBy: 'OPENAI_BASE_URL' })
  const form = { url: 'http://127.0.0.1:9', key: '' }

  expect(await machine.read('ada')).toMatchObject({ setBy: 'OPENAI_BASE_URL', chosen: 'found' })
  for (const refusal of [
    machine.change('ada', { chosen: 'guides' }),
    machine.test('ada', form, signal),
    machine.add('ada', form, signal),
    machine.remove('ada', 'x'),
  ])
    await expect(refusal).rejects.toHaveProperty('code', 'SET_BY_ENVIRONMENT')
  expect((await machine.change('ada', { isTried: true })).answering).toBe('Scripted model')
})

it('chooses nothing that is not there', async () => {
  const { machine } = await open()
  for (const chosen of ['nothing', 'http://127.0.0.1:9/v1'])
    await expect(machine.change('ada', { chosen })).rejects.toHaveProperty('code', 'NOT_FOUND')
})
