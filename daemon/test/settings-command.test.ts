import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { runCommand } from '../../.config/testing/run-command.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'

const canary = 'canary-5d1e-secret'
const secrets = {
  OPENAI_API_KEY: canary,
  IMAP_APP_PASSWORD: canary,
  GOOGLE_CLIENT_SECRET: canary,
}

it('names what says each value, the strongest first, and prints no secret', async () => {
  const room = await freshFolder()
  const file = join(room, 'own.env')
  const lines = ['CHAT_MODEL=from-the-file', 'USER_TIME_ZONE=Europe/Zurich', 'LOG_LEVEL=warn', '']
  await writeFile(file, lines.join('\n'))
  const env = { ...secrets, CHAT_MODEL: 'from-the-environment', LOG_LEVEL: 'error' }
  const flags = ['--env-file', file, '--log-level', 'debug']
  const list = await runCommand({ room, args: [...flags, 'settings', 'list', '--json'], env })

  expect(list.code).toBe(0)
  const found = Object.fromEntries(
    (JSON.parse(list.out) as { name: string }[]).map(({ name, ...rest }) => [name, rest]),
  )
  expect(found).toMatchObject({
    LOG_LEVEL: { value: 'debug', origin: 'flag' },
    CHAT_MODEL: { value: 'from-the-environment', origin: 'environment' },
    USER_TIME_ZONE: { value: 'Europe/Zurich', origin: '.env' },
    IMAP_FOLDER: { value: 'INBOX', origin: 'default' },
    SMALL_MODEL: { value: null, origin: 'default' },
  })
  for (const name of Object.keys(secrets))
    expect(found[name]).toEqual({ value: 'set, and not shown', origin: 'environment' })
  const set = { ...secrets, SMALL_MODEL: 'tiny' }
  const doctor = await runCommand({ room, args: ['--port', '0', 'doctor', '--json'], env: set })
  expect(doctor.out).toContain('SMALL_MODEL (environment)')
  expect(doctor.out + list.out).not.toContain(btoa(canary))
  for (const text of [list.out, doctor.out, doctor.err]) expect(text).not.toContain(canary)
})

it('stores who may sign up, and refuses what the environment sets or nobody knows', async () => {
  const room = await freshFolder()
  const run = (args: readonly string[], env = {}) => runCommand({ room, args, env })
  const signUp = async () => /^sign-up .*$/m.exec((await run(['settings', 'list'])).out)?.[0]

  expect(await run(['settings', 'set', 'sign-up', 'closed'])).toMatchObject({ code: 0 })
  expect(await signUp()).toMatch(/closed {2}\(stored\)/)
  const refusals = [
    await run(['settings', 'set', 'sign-up', 'perhaps']),
    await run(['settings', 'set', 'colour', 'blue']),
    await run(['settings', 'set', 'sign-up', 'open'], { SIGNUP: 'first' }),
  ]
  expect(refusals.map(({ code }) => code)).toEqual([64, 64, 78])
  expect(refusals[2]?.err).toContain('Set by the environment: SIGNUP.')
  expect(await signUp()).toMatch(/closed {2}\(stored\)/)

  const open = { OPENAI_BASE_URL: '' }
  const list = async () => (await run(['settings', 'list'], open)).out
  expect(await list()).toMatch(/^model +found {2}\(default\)$/m)
  expect((await run(['settings', 'set', 'model', 'guides'])).code).toBe(78)
  expect((await run(['settings', 'set', 'model', 'gpt'], open)).code).toBe(64)
  expect((await run(['settings', 'set', 'model', 'guides'], open)).code).toBe(0)
  expect(await list()).toMatch(/^model +guides {2}\(stored\)$/m)
  const doctor = await run(['--port', '0', 'doctor'], open)
  expect(doctor.out).toMatch(/^ok +Model +Built-in guides$/m)

  const daemon = await startDaemon({ dataFolder: join(room, 'data') })
  const answer = await fetch(`${daemon.url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.test', password: 'correct horse battery' }),
  })
  expect(answer.status).toBe(400)
  expect(await run(['settings', 'set', 'sign-up', 'open'])).toMatchObject({ code: 75 })
  expect((await run(['settings', 'list'])).out).toContain('what is stored is in its Settings')
})
