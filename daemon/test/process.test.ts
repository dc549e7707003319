import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MessageList } from '@shortlist/contracts/chat'
import { Health } from '@shortlist/contracts/health'
import { io } from 'socket.io-client'
import { beforeEach, describe, expect, it } from 'vitest'
import { endWithTests } from '../../.config/testing/end-with-tests.ts'
import { freePort } from '../../.config/testing/free-port.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { startModel } from '../../.config/testing/model.ts'
import { runCommand } from '../../.config/testing/run-command.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { startSite } from '../../.config/testing/start-site.ts'
import { newCaller } from './browserless-client.ts'

let room: string

beforeEach(async () => {
  room = await freshFolder()
})

function run(args: readonly string[], env: Record<string, string> = {}, input = '') {
  return runCommand({ room, args, env, input })
}

it('leads to the sign-up until somebody has an account, and says on this computer whether', async () => {
  const dataFolder = join(room, 'data')
  const first = await startDaemon({ dataFolder })
  const hasAccounts = async () =>
    Health.parse(await (await fetch(`${first.url}/api/health`)).json()).hasAccounts
  expect(first.webApp).toBe(`${first.url}/auth/sign-up`)
  expect(await hasAccounts()).toBe(false)

  await newCaller(first.url, 'ada@example.com')

  expect(await hasAccounts()).toBe(true)
  await first.stop()
  const second = await startDaemon({ dataFolder })
  expect(second.webApp).toBe(second.url)
})

describe('a start that cannot succeed', () => {
  it('names the variable of a bad setting', async () => {
    const { err, code } = await run([], { PORT: 'lots' })

    expect(err).toBe('PORT must be a port number from 0 to 65535.\n')
    expect(code).toBe(78)
  })

  it('says that another program holds the port', async () => {
    const port = await startSite(() => 'something else')

    const { err, code } = await run(['--port', String(port)])

    expect(err).toContain(`Port ${port} is held by another program`)
    expect(err).not.toContain('    at ')
    expect(code).toBe(69)
  })

  it('says that Shortlist itself runs on the port already', async () => {
    const daemon = await startDaemon()

    const { err, code } = await run(['--port', String(daemon.port)])

    expect(err).toContain(`Shortlist is already running at http://localhost:${daemon.port}`)
    expect(code).toBe(69)
  })

  it('refuses a second daemon on the same data folder', async () => {
    await startDaemon({ dataFolder: join(room, 'data') })

    const { err, code } = await run(['--port', '0'])

    expect(err).toContain(join(room, 'data'))
    expect(err).not.toContain('    at ')
    expect(code).toBe(75)
  })

  it('says that the data folder is a file', async () => {
    await writeFile(join(room, 'data'), 'a file')

    const { err, code } = await run(['--port', '0'])

    expect(err).toContain(join(room, 'data'))
    expect(err).not.toContain('    at ')
    expect(code).toBe(73)
  })

  it.skipIf(!existsSync('/proc/self'))('says that no folder can be made there', async () => {
    const { out, err, code } = await run(['--port', '0', '--data-dir', '/proc/foo'])

    expect(err).toMatch(/^The log folder \/proc\/foo\/logs cannot be used: no folder can be made/)
    expect({ out, code }).toEqual({ out: '', code: 73 })
  })

  it('says that HOST is not this computer', async () => {
    const { err, code } = await run(['--port', '0'], { HOST: '203.0.113.7' })

    expect(err).toBe('HOST (203.0.113.7) is no address of this computer. Correct or remove HOST.\n')
    expect(code).toBe(69)
  })

  it('leaves data of a newer version untouched and says so', async () => {
    const daemon = await startDaemon({ dataFolder: join(room, 'data') })
    await newCaller(daemon.url, 'ada@example.test')
    await daemon.stop()
    const newer = JSON.stringify({ v: 99, rev: 1, sha256: '', data: {} })
    await writeFile(join(room, 'data', 'users.json'), newer)

    const { err, code } = await run(['--port', '0'])

    expect(err).toContain('users.json')
    expect(err).toContain('newer')
    expect(code).toBe(73)
  })
})

describe('a running daemon', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends with success on %s', async (signal) => {
    const daemon = await startDaemon()
    const exited = once(daemon.process, 'exit')

    daemon.process.kill(signal)

    expect(await exited).toEqual([0, null])
  })

  it('stores what a running reply has said, as stopped, before it ends', async () => {
    const model = await startModel()
    model.mock.on(
      { userMessage: /./ },
      { content: 'word '.repeat(400) },
      { streamingProfile: { ttft: 10, tps: 50 }, chunkSize: 5 },
    )
    const env = { OPENAI_BASE_URL: model.url, CHAT_MODEL: 'scripted' }
    const dataFolder = join(room, 'data')
    const port = await freePort()
    const daemon = await startDaemon({ dataFolder, env, port })
    const ada = await newCaller(daemon.url, 'ada@example.test')
    const { id: userId } = ada.account
    const chatId = `${userId}_1`
    const socket = io(daemon.url, { extraHeaders: { cookie: ada.cookie } })
    endWithTests(() => socket.close())
    const firstWords = new Promise((resolve) => socket.once('chat-chunk', resolve))
    await socket.emitWithAck('join-chat', userId)
    const body = { msg: 'Go on', userId, coachOrChat: 'chat', chatId, messageId: 'm1' }
    await ada.call('POST', '/api/chatbot', body)
    await firstWords

    const code = await daemon.stop()

    await startDaemon({ dataFolder, port })
    const answer = await ada.call('GET', `/api/chatbot/messages/${userId}/${chatId}`)
    const [, reply] = MessageList.parse(await answer.json())
    expect(code).toBe(0)
    expect(reply).toMatchObject({ role: 'bot', isStopped: true })
    expect(reply?.content).toMatch(/^word /)
  })

  it('names itself and its engine', async () => {
    const daemon = await startDaemon()

    const health = await (await fetch(`${daemon.url}/api/health`)).json()

    expect(health).toMatchObject({ name: 'shortlist', engine: { label: 'Built-in guides' } })
  })
})
