import { beforeEach, expect, it, vi } from 'vitest'
import { cookieOf, credentials, startAccounts } from './testing/account-app.ts'

const wrong = { ...credentials, password: 'wrong password' }

// the specified times are minutes; the headers of the limiter read the system's clock
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

function pass(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

async function startWithFailures(count: number) {
  const daemon = await startAccounts()
  await daemon.signUp()
  for (let failure = 0; failure < count; failure++) await daemon.signIn(wrong)
  return daemon
}

it('lets five wrong passwords pass and then asks for a wait, even from the right one', async () => {
  const daemon = await startWithFailures(4)
  expect((await daemon.signIn(wrong)).status).toBe(401)
  const hashes = daemon.hashes()

  const answer = await daemon.signIn()

  expect(answer.status).toBe(429)
  expect(answer.headers.get('Retry-After')).toBe('1')
  expect(answer.headers.get('RateLimit-Policy')).toBe('5;w=900')
  expect(answer.headers.get('RateLimit')).toBe('limit=5, remaining=0, reset=1')
  expect(await answer.json()).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Too many attempts. Try again in 1 s.',
    error: 'Too many attempts. Try again in 1 s.',
  })
  expect(daemon.hashes()).toBe(hashes)
})

it('makes each further wait longer, up to 30 s and never for good', async () => {
  const daemon = await startWithFailures(5)
  const waits: number[] = []

  for (let round = 0; round < 8; round++) {
    const refused = await daemon.signIn(wrong)
    const wait = Number(refused.headers.get('Retry-After'))
    waits.push(wait)
    pass(wait)
    expect((await daemon.signIn(wrong)).status).toBe(401)
  }

  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  pass(30)
  expect((await daemon.signIn()).status).toBe(200)
})

it('forgets failures after a success', async () => {
  const daemon = await startWithFailures(4)
  expect((await daemon.signIn()).status).toBe(200)

  for (let failure = 0; failure < 5; failure++) {
    expect((await daemon.signIn(wrong)).status).toBe(401)
    pass(2)
  }
})

it('forgets failures after 15 minutes', async () => {
  const daemon = await startWithFailures(4)
  pass(15 * 60)

  expect((await daemon.signIn(wrong)).status).toBe(401)
  expect((await daemon.signIn(wrong)).status).toBe(401)
})

it('counts by address, however it is spelled, and spares the others', async () => {
  const daemon = await startWithFailures(5)
  await daemon.signUp({ ...credentials, email: 'bob@example.com' })

  expect((await daemon.signIn({ ...credentials, email: 'bob@example.com' })).status).toBe(200)
  expect((await daemon.signIn({ ...wrong, email: ' ADA@example.com' })).status).toBe(429)
})

it('counts an unknown address in the same way', async () => {
  const daemon = await startAccounts()
  for (let failure = 0; failure < 5; failure++) {
    expect((await daemon.signIn(wrong)).status).toBe(401)
  }

  expect((await daemon.signIn(wrong)).status).toBe(429)
})

it('gains nobody anything to guess many times at once', async () => {
  const daemon = await startAccounts()
  await daemon.signUp()
  const before = daemon.hashes()

  const answers = await Promise.all(Array.from({ length: 200 }, () => daemon.signIn(wrong)))

  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(195)
  expect(daemon.hashes() - before).toBe(5)
})

it('does not slow down somebody who signs in and out all day', async () => {
  const daemon = await startAccounts()
  await daemon.signUp()

  for (let round = 0; round < 40; round++) {
    const answer = await daemon.signIn()
    expect(answer.status).toBe(200)
    await daemon.signOut(cookieOf(answer))
  }
})

it('refuses work beyond ten useless hashes in ten seconds, whatever the address', async () => {
  const daemon = await startAccounts()
  for (let guess = 0; guess < 10; guess++) {
    await daemon.signIn({ ...wrong, email: `guess-${guess}@example.com` })
  }
  pass(4)

  const answer = await daemon.signIn({ ...wrong, email: 'one-more@example.com' })

  expect(answer.status).toBe(429)
  expect(answer.headers.get('Retry-After')).toBe('6')
  pass(6)
  expect((await daemon.signIn({ ...wrong, email: 'one-more@example.com' })).status).toBe(401)
})

it('does not blame an address for tries that were refused before its password was looked at', async () => {
  const daemon = await startAccounts()
  await daemon.signUp()
  for (let guess = 0; guess < 10; guess++) {
    await daemon.signIn({ ...wrong, email: `guess-${guess}@example.com` })
  }

  for (let attempt = 0; attempt < 7; attempt++) {
    expect((await daemon.signIn()).headers.get('Retry-After')).toBe('10')
  }
  pass(10)
  expect((await daemon.signIn()).status).toBe(200)
})

it('makes nobody wait longer because the clock was set back a day', async () => {
  const daemon = await startWithFailures(5)
  pass(-86_400)

  expect((await daemon.signIn(wrong)).headers.get('Retry-After')).toBe('1')
  pass(1)
  expect((await daemon.signIn()).status).toBe(200)
})

it('lets a dozen people sign up in a row', async () => {
  const daemon = await startAccounts()

  for (let person = 0; person < 12; person++) {
    const answer = await daemon.signUp({ ...credentials, email: `person-${person}@example.com` })
    expect(answer.status).toBe(200)
  }
})
