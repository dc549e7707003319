import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../.config/testing/free-port.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { runCommand } from '../../.config/testing/run-command.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { newCaller } from './browserless-client.ts'
import { excerptOf } from './excerpt.ts'

const main = fileURLToPath(new URL('../src/main.js', import.meta.url))

let room: string

beforeEach(async () => {
  room = await freshFolder()
})

function run(args: readonly string[], env: Record<string, string> = {}, input = '') {
  return runCommand({ room, args, env, input })
}

/** A data folder with one account, and one chat unless told otherwise. */
async function writeAccount({ withChat = true } = {}): Promise<void> {
  const daemon = await startDaemon({ dataFolder: join(room, 'data') })
  const ada = await newCaller(daemon.url, 'ada@example.test')
  if (!withChat) return void (await daemon.stop())
  const { id: userId } = ada.account
  const chat = { userId, coachOrChat: 'coach', chatId: `${userId}_1`, messageId: 'm1' }
  await ada.call('POST', '/api/chatbot', { ...chat, msg: 'Hello' })
  await daemon.stop()
}

/** Runs a command on a terminal and answers each of its questions. */
async function type(args: readonly string[], answers: readonly string[]) {
  const line = [process.execPath, '--', main, ...args].join(' ')
  const child = spawn('/usr/bin/script', ['-qec', line, '/dev/null'], {
    env: { HOME: room, SHORTLIST_DATA_DIR: join(room, 'data') },
  })
  let shown = ''
  let asked = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    // each question is drawn once before it is answered
    if (/New password for|The same again/.test(text) && shown.split('?').length - 1 > asked) {
      const answer = answers[asked++]
      if (answer !== undefined) child.stdin.write(`${answer}\r`)
    }
  })
  const [code] = await once(child, 'exit')
  return { shown, code: code as number }
}

describe('commands', () => {
  it('resets a password and ends the sessions of the account', async () => {
    const dataFolder = join(room, 'data')
    const port = await freePort()
    const first = await startDaemon({ dataFolder, port })
    const ada = await newCaller(first.url, 'ada@example.test')
    await first.stop()

    const reset = await run(
      ['user', 'reset-password', 'ada@example.test'],
      {},
      // as a Windows shell ends its lines
      'another password\r\n',
    )

    expect(reset).toMatchObject({ code: 0, err: '' })
    const second = await startDaemon({ dataFolder, port })
    expect((await ada.call('GET', '/api/users/me')).status).toBe(401)
    const answer = await fetch(`${second.url}/api/users/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.test', password: 'another password' }),
    })
    expect(answer.status).toBe(200)
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

  it('exports over a file that is there only by --force, and leaves nothing else', async () => {
    await writeAccount()
    const [backup, link] = [join(room, 'backup.jsonl'), join(room, 'link.jsonl')]
    await writeFile(backup, 'precious')
    await symlink(backup, link)

    for (const path of [backup, link]) {
      expect(await run(['export', path])).toEqual({
        out: '',
        err: `${backup} is there already. Choose another name, or replace it with --force.\n`,
        code: 73,
      })
    }
    expect(await readFile(backup, 'utf8')).toBe('precious')
    const forced = await run(['export', link, '--force'])
    expect(forced).toMatchObject({ err: '', code: 0 })
    expect(await readFile(backup, 'utf8')).toContain('shortlist-export')
    expect((await readdir(room)).filter((name) => name.includes('.jsonl'))).toEqual([
      'backup.jsonl',
      'link.jsonl',
    ])
  })

  it('exports nothing in the place of a folder or pipe, or into a folder that is not there', async () => {
    await writeAccount()
    const [pipe, nowhere] = [join(room, 'pipe'), join(room, 'nowhere', 'chats.jsonl')]
    execFileSync('mkfifo', [pipe])

    for (const path of [room, pipe]) {
      const { err, code } = await run(['export', path, '--force'])
      expect(err).toBe(`${path} is there already and is no file.\n`)
      expect(code).toBe(73)
    }
    expect(await run(['export', nowhere])).toMatchObject({
      err: `${nowhere} cannot be written: there is no such folder.\n`,
      code: 73,
    })
  })

  it('says that it found no chats to export, and where, and keeps the older file', async () => {
    const [backup, data] = [join(room, 'backup.jsonl'), join(room, 'elsewhere')]
    await writeFile(backup, 'precious')

    const { out, err, code } = await run(['--data-dir', data, 'export', backup, '--force'])

    expect(out).toBe('')
    expect(err).toContain(`the data folder ${data} holds no chats`)
    expect(code).toBe(1)
    expect(await readFile(backup, 'utf8')).toBe('precious')
    expect(existsSync(data)).toBe(false)
  })

  it.skipIf(!existsSync('/usr/bin/script'))(
    'asks for a new password twice on a terminal',
    async () => {
      await writeAccount({ withChat: false })
      const reset = ['user', 'reset-password', 'ada@example.test']

      const differing = await type(reset, ['another password', 'another passwort'])
      const same = await type(reset, ['another password', 'another password'])

      expect(differing).toMatchObject({ code: 1 })
      expect(differing.shown).toContain('The two passwords differ. Nothing was changed.')
      expect(same.shown).toContain('The password is set')
      expect(same.shown).not.toContain('another')
      expect(same.code).toBe(0)
    },
  )

  it('refuses two lines that differ as a new password', async () => {
    await writeAccount({ withChat: false })

    const { err, code } = await run(
      ['user', 'reset-password', 'ada@example.test'],
      {},
      'one\ntwo\n',
    )

    expect(err).toBe('The two passwords differ. Nothing was changed.\n')
    expect(code).toBe(1)
  })

  it('says that there is no such account', async () => {
    const { err, code } = await run(['user', 'reset-password', 'nobody@example.test'], {}, 'x\n')

    expect(err).toBe('No account has this address.\n')
    expect(code).toBe(1)
  })
})
