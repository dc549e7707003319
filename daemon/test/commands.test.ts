import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../.config/testing/run-command.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { newCaller } from './browserless-client.ts'
import { excerptOf } from './excerpt.ts'

let room: string

beforeEach(async () => {
  room = await mkdtemp(join(tmpdir(), 'shortlist-commands-'))
})
afterEach(async () => {
  await chmod(room, 0o700)
  await rm(room, { recursive: true, force: true })
})

function run(args: readonly string[], env: Record<string, string> = {}, input = '') {
  return runCommand({ room, args, env, input })
}

describe('commands', () => {
  it('doctor finds what is wrong and says how to mend it', async () => {
    const { out, code } = await run(['--port', '0', 'doctor', '--json'])
    const checks = JSON.parse(out) as { name: string; state: string }[]

    expect(checks.map(({ name }) => name)).toEqual([
      'Node',
      'Settings',
      'Port',
      'Data folder',
      'Web app',
      'Trusted origins',
      'Model',
      'Mailbox',
      'Calendar',
    ])
    expect(code).toBe(checks.some(({ state }) => state === 'fail') ? 1 : 0)
  })

  it('resets a password and ends the sessions of the account', async () => {
    const dataFolder = join(room, 'data')
    const first = await startDaemon({ dataFolder })
    const ada = await newCaller(first.url, 'ada@example.test')
    await first.stop()

    const reset = await run(
      ['user', 'reset-password', 'ada@example.test'],
      {},
      // as a Windows shell ends its lines
      'another password\r\n',
    )

    expect(reset).toMatchObject({ code: 0, err: '' })
    const second = await startDaemon({ dataFolder, port: first.port })
    expect((await ada.call('GET', '/api/users/me')).status).toBe(401)
    const answer = await fetch(`${second.url}/api/users/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.test', password: 'another password' }),
    })
    expect(answer.status).toBe(200)
    await second.stop()
  })

  it('exports and imports everything but passwords, and the round trip loses nothing', async () => {
    const dataFolder = join(room, 'data')
    const first = await startDaemon({ dataFolder })
    const ada = await newCaller(first.url, 'ada@example.test')
    const { id: userId } = ada.account
    const chatId = `${userId}_1`
    await ada.call('POST', '/api/chatbot', {
      msg: 'Grüße – 日本語 🎉',
      userId,
      coachOrChat: 'coach',
      chatId,
      messageId: 'm1',
      excerpt: excerptOf('Wir zahlen gut – 求人 🎉'),
    })
    await first.stop()
    const [before, after] = [join(room, 'before.jsonl'), join(room, 'after.jsonl')]

    const exported = await run(['export', before])
    await rm(dataFolder, { recursive: true })
    const imported = await run(['import', before])
    const again = await run(['import', before])
    await run(['export', after])

    expect(exported.out).toContain('Exported 1 chats')
    expect(imported.out).toContain('Imported 1 chats; 0 were there already.')
    expect(again.out).toContain('Imported 0 chats; 1 were there already.')
    const text = await readFile(before, 'utf8')
    expect(await readFile(after, 'utf8')).toBe(text)
    expect(text).toContain('Grüße – 日本語 🎉')
    expect(text).toContain('Wir zahlen gut – 求人 🎉')
    expect(text).not.toContain('argon2')
  })

  it('imports nothing from a file that is cut off, foreign or missing', async () => {
    const [cut, foreign] = [join(room, 'cut.jsonl'), join(room, 'foreign.jsonl')]
    await writeFile(cut, '{"kind":"shortlist-export","v":1}\n{"kind":"account","id":"a"')
    await writeFile(foreign, 'hello\n')

    for (const path of [cut, foreign]) {
      const { err, code } = await run(['import', path])
      expect(err).toBe(`${path} is not a complete export of Shortlist.\n`)
      expect(code).toBe(1)
    }
    const missing = await run(['import', join(room, 'nowhere.jsonl')])
    expect(missing).toMatchObject({
      err: `${join(room, 'nowhere.jsonl')} cannot be read.\n`,
      code: 1,
    })
  })

  it('touches no data folder that a running Shortlist uses', async () => {
    const daemon = await startDaemon({ dataFolder: join(room, 'data') })

    const { err, code } = await run(['export', join(room, 'chats.jsonl')])

    expect(err).toContain(join(room, 'data'))
    expect(code).toBe(75)
    await daemon.stop()
  })

  it('says that there is no such account', async () => {
    const { err, code } = await run(['user', 'reset-password', 'nobody@example.test'], {}, 'x\n')

    expect(err).toBe('No account has this address.\n')
    expect(code).toBe(1)
  })
})
