import { expect, it } from 'vitest'
import { memoryFile } from '../../test/memory-file.ts'
import { createBackground } from '../platform/background.ts'
import { openCollection, type Rows } from '../platform/storage/collection.ts'
import { SessionRow, SessionStore } from './session-store.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

async function startSessions() {
  const file = memoryFile<Rows<SessionRow>>()
  const written: string[] = []
  const counted = {
    read: () => file.read(),
    async write(data: Rows<SessionRow>) {
      written.push(JSON.stringify(data))
      await file.write(data)
    },
  }
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') }
  const background = createBackground((error) => {
    throw error
  })
  const now = () => new Date(clock.now)
  const open = async () =>
    new SessionStore(await openCollection(counted, SessionRow), background, now)
  const sessions = await open()
  return { sessions, clock, background, written, reopen: open }
}

it('finds who is behind a token, also after a restart', async () => {
  const { sessions, reopen } = await startSessions()

  const { token } = await sessions.open('ada', [])

  expect(await sessions.find(token)).toMatchObject({ userId: 'ada' })
  expect(await (await reopen()).find(token)).toMatchObject({ userId: 'ada' })
})

it('ends a session that was not used for 14 days', async () => {
  const { sessions, clock } = await startSessions()
  const { token } = await sessions.open('ada', [])

  clock.now += 14 * DAY - 1
  expect(await sessions.peek(token)).toMatchObject({ userId: 'ada' })
  clock.now += 1

  expect(await sessions.peek(token)).toBeUndefined()
  expect(await sessions.find(token)).toBeUndefined()
})

it('ends a session after 30 days, however much it was used', async () => {
  const { sessions, clock, background } = await startSessions()
  const { token } = await sessions.open('ada', [])

  for (let day = 0; day < 29; day++) {
    clock.now += DAY
    expect(await sessions.find(token)).toBeDefined()
    await background.idle()
  }
  clock.now += DAY

  expect(await sessions.find(token)).toBeUndefined()
})

it('writes at most once an hour that a session is used', async () => {
  const { sessions, clock, background, written } = await startSessions()
  const { token } = await sessions.open('ada', [])
  const before = written.length

  for (let minute = 0; minute < 59; minute++) {
    clock.now += 60_000
    await sessions.find(token)
  }
  await background.idle()
  expect(written).toHaveLength(before)

  clock.now += 60_000
  for (let request = 0; request < 50; request++) {
    await sessions.find(token)
    await Promise.resolve()
  }
  await background.idle()
  expect(written).toHaveLength(before + 1)
})

it('does not bring a session back that ends while its use is being noted', async () => {
  const { sessions, clock, background, reopen } = await startSessions()
  const { token } = await sessions.open('ada', [])
  clock.now += HOUR

  const ending = sessions.end(token)
  await sessions.find(token)
  await ending
  await background.idle()

  expect(await sessions.find(token)).toBeUndefined()
  expect(await (await reopen()).find(token)).toBeUndefined()
})

it('keeps 25 sessions of an account and lets the oldest go, with its name', async () => {
  const { sessions } = await startSessions()
  const other = await sessions.open('bob', [])
  const opened: string[] = []
  for (let count = 0; count < 25; count++) opened.push((await sessions.open('ada', [])).token)
  const [oldest = ''] = opened
  const { id } = (await sessions.find(oldest)) ?? {}

  const { ended, token } = await sessions.open('ada', [])

  expect(ended).toEqual([id])
  expect(await sessions.find(oldest)).toBeUndefined()
  const kept = await Promise.all(
    [...opened.slice(1), token, other.token].map((each) => sessions.find(each)),
  )
  expect(kept).not.toContain(undefined)
})

it('forgets expired sessions of everybody when one is opened', async () => {
  const { sessions, clock, reopen } = await startSessions()
  await sessions.open('bob', [])
  clock.now += 14 * DAY

  const { ended } = await sessions.open('ada', [])

  expect(ended).toHaveLength(1)
  expect(await (await reopen()).endAll('bob')).toEqual([])
})

it('ends all sessions of an account and only those', async () => {
  const { sessions } = await startSessions()
  const ada = [await sessions.open('ada', []), await sessions.open('ada', [])]
  const bob = await sessions.open('bob', [])

  expect(await sessions.endAll('ada')).toHaveLength(2)

  expect(await Promise.all(ada.map(({ token }) => sessions.find(token)))).toEqual([
    undefined,
    undefined,
  ])
  expect(await sessions.find(bob.token)).toBeDefined()
})

it('leaves an ended session out of its file', async () => {
  const { sessions, written } = await startSessions()
  const kept = await sessions.open('bob', [])
  const { id: keptId = '' } = (await sessions.find(kept.token)) ?? {}
  const endings = [
    (token: string) => sessions.end(token),
    () => sessions.endAll('ada'),
    (token: string) => sessions.open('ada', [token]),
  ]

  for (const end of endings) {
    const { token } = await sessions.open('ada', [])
    const { id = '' } = (await sessions.find(token)) ?? {}
    await end(token)
    const [latest = ''] = written.slice(-1)
    expect([latest.includes(keptId), latest.includes(id)]).toEqual([true, false])
  }
})

it('goes on with a session whose end did not reach the disk, and says so', async () => {
  let isBroken = false
  const file = memoryFile<Rows<SessionRow>>()
  const rows = await openCollection(
    {
      read: () => file.read(),
      write: (data) => (isBroken ? Promise.reject(new Error('disk')) : file.write(data)),
    },
    SessionRow,
  )
  const background = createBackground(() => undefined)
  const sessions = new SessionStore(rows, background, () => new Date())
  const { token } = await sessions.open('ada', [])

  isBroken = true
  await expect(sessions.end(token)).rejects.toThrow('disk')
  expect(await sessions.find(token)).toBeDefined()
})

it('lets a session become idle that is only looked at', async () => {
  const { sessions, clock, background } = await startSessions()
  const { token } = await sessions.open('ada', [])

  for (let day = 1; day < 14; day++) {
    clock.now += DAY
    expect(await sessions.peek(token)).toBeDefined()
    await background.idle()
  }
  clock.now += DAY

  expect(await sessions.find(token)).toBeUndefined()
})
