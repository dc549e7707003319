import { join } from 'node:path'
import { GoogleClient, GoogleEntered, GoogleTest } from '@shortlist/contracts/machine'
import { expect, it } from 'vitest'
import { startDaemonWithGoogle } from '../../.config/testing/daemon-with-google.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { signIn } from './browserless-client.ts'
import { contentsOf } from './contents-of.ts'
import { doctorOf } from './doctor-of.ts'
import { found } from './find-spellings.ts'
import { signInAtGoogle } from './google-under-test.ts'
import { type MailClient, mailClient } from './mail-client.ts'

/** A Google client that the owner of a computer enters, over kills, restarts and other environments. */

const path = '/api/settings/machine/google'
const wrong = 'canary-wrong-client-secret'
const unset = { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }

function googleOf({ caller }: Pick<MailClient, 'caller'>) {
  const answers: string[] = []
  async function ask(method: string, at = path, body?: object): Promise<unknown> {
    const text = await (await caller.call(method, at, body)).text()
    answers.push(text)
    return JSON.parse(text)
  }
  return {
    answers,
    ask,
    read: async () => GoogleClient.parse(await ask('GET')),
    enter: async (clientId: string, clientSecret: string) =>
      GoogleEntered.parse(await ask('PUT', path, { clientId, clientSecret })),
    status: () => ask('GET', `/api/calendar/status/${caller.account.id}`),
  }
}

it('is in force at once for all, outlives kills and other environments, and stays sealed', async () => {
  const room = await freshFolder()
  const env = { ...unset, LOG_LEVEL: 'trace' }
  const { daemon, google, restart } = await startDaemonWithGoogle({
    dataFolder: join(room, 'data'),
    env,
  })
  const { clientId, clientSecret } = google
  const ada = await mailClient(daemon.url)
  const adas = googleOf(ada)
  const bob = await mailClient(daemon.url, 'bob@example.test')
  const bobs = googleOf(bob)
  const redirectUri = `${daemon.url.replace('127.0.0.1', 'localhost')}/api/calendar/callback`
  const nothing = { setBy: null, clientId: null, hasSecret: false, savedAt: null, redirectUri }
  expect(await adas.read()).toEqual({ isOwner: true, ...nothing })
  expect(await adas.status()).toMatchObject({ canUseGoogle: false })

  const refused = await adas.enter(clientId, wrong)
  expect(refused.test.steps.map(({ state }) => state)).toEqual(['good', 'bad'])
  expect(refused.client.clientId).toBeNull()
  expect((await adas.enter('nobody.example.test', clientSecret)).test.isGood).toBe(false)
  expect(
    await adas.ask('POST', '/api/calendar/connect', { userId: ada.caller.account.id }),
  ).toMatchObject({ code: 'CAL_NOT_CONFIGURED' })
  const entered = await adas.enter(clientId, clientSecret)
  expect(entered.test.isGood).toBe(true)
  expect(await adas.read()).toEqual(entered.client)
  for (const { hears } of [ada, bob]) await hears('calendar-changed', 1)
  for (const client of [ada, bob])
    expect(await signInAtGoogle({ google }, client)).toContain('calendar_connected=true')

  const form = { clientId, clientSecret: '' }
  expect(GoogleTest.parse(await adas.ask('POST', `${path}/test`, form)).isGood).toBe(true)
  const elsewhere = { ...form, clientId: 'other.example.test' }
  for (const [method, at] of [
    ['POST', `${path}/test`],
    ['PUT', path],
  ] as const)
    expect(await adas.ask(method, at, elsewhere)).toMatchObject({ code: 'VALIDATION' })
  expect(await bobs.read()).toEqual({ isOwner: false, ...nothing })
  for (const [method, at] of [
    ['POST', `${path}/test`],
    ['PUT', path],
    ['DELETE', path],
  ] as const)
    expect(await bobs.ask(method, at, form)).toMatchObject({ code: 'FORBIDDEN_USER' })
  await daemon.kill()

  const again = await restart()
  const later = googleOf({ caller: await signIn(again.url, 'ada@example.test') })
  expect(await later.status()).toMatchObject({ connected: true, kind: 'google', error: null })
  expect(await later.ask('DELETE')).toMatchObject({ clientId: null, hasSecret: false })
  expect(await later.status()).toMatchObject({ connected: false, canUseGoogle: false })
  expect((await later.enter(clientId, clientSecret)).test.isGood).toBe(true)
  expect(await later.status()).toMatchObject({ connected: true, isGoogleSignedIn: true })
  await again.stop()
  const { Calendar, Settings } = await doctorOf(room)
  expect(Calendar?.found).toBe('a Google client was entered in Settings')
  expect(Settings?.found).toContain('Google client (stored)')

  const other = { GOOGLE_CLIENT_ID: 'other.example.test', GOOGLE_CLIENT_SECRET: 'other-secret' }
  const third = await restart(other)
  const locked = googleOf({ caller: await signIn(third.url, 'ada@example.test') })
  expect(await locked.read()).toMatchObject({
    setBy: 'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET',
    clientId: 'other.example.test',
  })
  for (const [method, at] of [
    ['POST', `${path}/test`],
    ['PUT', path],
    ['DELETE', path],
  ] as const)
    expect(await locked.ask(method, at, form)).toMatchObject({ code: 'SET_BY_ENVIRONMENT' })
  expect(await locked.status()).toMatchObject({
    connected: false,
    canUseGoogle: true,
    error: 'Google Calendar was connected through another Google client. Please reconnect.',
  })
  await third.stop()

  // half of a client is none
  for (const changes of [{ GOOGLE_CLIENT_ID: clientId }, unset]) {
    const daemonAgain = await restart(changes)
    const last = googleOf({ caller: await signIn(daemonAgain.url, 'ada@example.test') })
    expect(await last.read()).toMatchObject({ clientId, setBy: null, hasSecret: true })
    expect(await last.status()).toMatchObject({ connected: true, error: null })
    adas.answers.push(...last.answers)
    await daemonAgain.stop()
  }

  const secrets = Object.entries({ wrong, clientSecret })
  const said = [adas, bobs, later, locked].flatMap(({ answers }) => answers)
  const told = JSON.stringify([ada.heard, bob.heard])
  for (const text of [...said, told, ...(await contentsOf(room)).values()])
    expect(found(secrets, text)).toEqual([])
}, 120_000)
