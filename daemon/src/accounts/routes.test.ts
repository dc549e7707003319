import { Account, SignedIn } from '@shortlist/contracts/accounts'
import { ErrorReply } from '@shortlist/contracts/errors'
import { expect, it } from 'vitest'
import { createFindSession } from './session-store.ts'
import { cookieOf, credentials, startAccounts } from './testing/account-app.ts'

async function errorOf(answer: Response) {
  const reply = ErrorReply.parse(await answer.json())
  expect(reply.error).toBe(reply.message)
  return { status: answer.status, code: reply.code, message: reply.message }
}

const badCredentials = {
  status: 401,
  code: 'BAD_CREDENTIALS',
  message: 'Invalid email or password.',
}

it('answers a sign-up with exactly the id and the address', async () => {
  const daemon = await startAccounts()

  const answer = await daemon.signUp({ ...credentials, email: ' Ada@Example.COM ' })

  expect(answer.status).toBe(200)
  const body: unknown = await answer.json()
  expect(body).toEqual({ id: expect.stringMatching(/^[\w-]{16}$/), email: 'ada@example.com' })
  expect(answer.headers.get('Set-Cookie')).toBeNull()
})

it.each([
  [{ email: 'nobody', password: 'long enough' }, 'Please enter a valid email address.'],
  [{ email: '', password: 'long enough' }, 'Please enter a valid email address.'],
  [{ email: `${'a'.repeat(250)}@b.co`, password: 'long enough' }, 'Please enter a valid email'],
  [{ email: 'a@b.co', password: 'short 7' }, 'Password must be at least 8 characters.'],
  [{ email: 'a@b.co', password: '🦊'.repeat(7) }, 'Password must be at least 8 characters.'],
  [{ email: 'a@b.co', password: 'x'.repeat(257) }, 'Password must be at most 256 characters.'],
  [{ email: 'a@bcdef.co', password: ' A@BCDEF.co ' }, 'Password must not be your email address.'],
])('refuses to sign up with %j and says why, without hashing', async (body, reason) => {
  const daemon = await startAccounts()

  const error = await errorOf(await daemon.signUp(body))

  expect(error).toMatchObject({ status: 400, code: 'SIGNUP_REJECTED' })
  expect(error.message).toContain(reason)
  expect(daemon.hashes()).toBe(0)
  expect([...daemon.accountRows.values()]).toEqual([])
})

it('takes a password of 256 characters with spaces and letters of every script', async () => {
  const daemon = await startAccounts()
  const password = ` ${'ж'.repeat(250)}日本🦊 . `.slice(0, 256)

  expect((await daemon.signUp({ ...credentials, password })).status).toBe(200)
  expect((await daemon.signIn({ ...credentials, password })).status).toBe(200)
  expect((await daemon.signIn({ ...credentials, password: password.trim() })).status).toBe(401)
})

it('refuses a taken address after the work that a free one costs', async () => {
  const daemon = await startAccounts()
  await daemon.signUp()
  const free = daemon.hashes()

  const answer = await daemon.signUp({ email: 'ADA@example.com', password: 'another password' })

  expect(await errorOf(answer)).toEqual({
    status: 409,
    code: 'SIGNUP_TAKEN',
    message: 'Could not create the account.',
  })
  expect(daemon.hashes() - free).toBe(free)
  expect((await daemon.signIn()).status).toBe(200)
})

it('creates one account when an address signs up many times at once', async () => {
  const daemon = await startAccounts()

  const answers = await Promise.all(Array.from({ length: 6 }, () => daemon.signUp()))

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect([...daemon.accountRows.values()]).toHaveLength(1)
})

it('signs in with a cookie that scripts cannot read', async () => {
  const daemon = await startAccounts()
  const account = Account.parse(await (await daemon.signUp()).json())

  const answer = await daemon.signIn()

  expect(SignedIn.parse(await answer.json())).toEqual({ user: account })
  const cookie = answer.headers.get('Set-Cookie')
  expect(cookie).toMatch(/^shortlist_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; /)
  expect(cookie).toContain('SameSite=Lax')
  expect(cookie).not.toContain('Domain')
  const me: unknown = await (await daemon.me(cookieOf(answer))).json()
  expect(me).toEqual({ id: account.id, email: account.email })
})

it('treats an unknown address and a wrong password alike, down to the work', async () => {
  const daemon = await startAccounts()
  await daemon.signUp()
  const before = daemon.hashes()

  const wrong = await errorOf(await daemon.signIn({ ...credentials, password: 'wrong password' }))
  const afterWrong = daemon.hashes()
  const unknown = await errorOf(await daemon.signIn({ ...credentials, email: 'bob@example.com' }))
  const afterUnknown = daemon.hashes()
  const long = await errorOf(await daemon.signIn({ ...credentials, password: 'x'.repeat(2000) }))

  expect([wrong, unknown, long]).toEqual([badCredentials, badCredentials, badCredentials])
  expect([afterWrong - before, afterUnknown - afterWrong, daemon.hashes() - afterUnknown]).toEqual([
    1, 1, 1,
  ])
})

it.each([
  undefined,
  'shortlist_session=',
  'shortlist_session=short',
  `shortlist_session=${'A'.repeat(43)}`,
  'other=1',
])('tells nobody who is signed in by the cookie %j', async (cookie) => {
  const daemon = await startAccounts()

  for (const path of ['/api/users/me', '/api/users/protected']) {
    expect(await errorOf(await daemon.call('GET', path, undefined, cookie))).toEqual({
      status: 401,
      code: 'AUTH_REQUIRED',
      message: 'AUTHENTICATION_REQUIRED',
    })
  }
})

it('opens a new session at each sign-in and ends the one that was presented', async () => {
  const daemon = await startAccounts()
  await daemon.signUp()
  const first = cookieOf(await daemon.signIn())
  const elsewhere = cookieOf(await daemon.signIn())

  const second = cookieOf(await daemon.signIn(credentials, first))

  expect(new Set([first, elsewhere, second]).size).toBe(3)
  expect((await daemon.me(first)).status).toBe(401)
  expect((await daemon.me(elsewhere)).status).toBe(200)
  expect((await daemon.me(second)).status).toBe(200)
  expect(daemon.endedSockets).toHaveLength(1)
})

it('keeps the presented session when the sign-in fails', async () => {
  const daemon = await startAccounts()
  await daemon.signUp()
  const cookie = cookieOf(await daemon.signIn())

  await daemon.signIn({ ...credentials, password: 'wrong password' }, cookie)

  expect((await daemon.me(cookie)).status).toBe(200)
})

it('ends a session for good at sign-out, with its sockets', async () => {
  const daemon = await startAccounts()
  await daemon.signUp()
  const cookie = cookieOf(await daemon.signIn())
  const { id } = (await daemon.ports.sessions.find(cookie.split('=')[1] ?? '')) ?? {}

  const answer = await daemon.signOut(cookie)

  expect(answer.status).toBe(204)
  expect(await answer.text()).toBe('')
  expect(answer.headers.get('Set-Cookie')).toContain('shortlist_session=; Max-Age=0; Path=/')
  expect(daemon.endedSockets).toEqual([id])
  expect([...daemon.sessionRows.values()]).toEqual([])
  expect((await daemon.me(cookie)).status).toBe(401)
})

it('answers a sign-out without a session like any other', async () => {
  const daemon = await startAccounts()

  expect((await daemon.signOut()).status).toBe(204)
  expect((await daemon.signOut(`shortlist_session=${'A'.repeat(43)}`)).status).toBe(204)
  expect(daemon.endedSockets).toEqual([])
})

it('stores neither passwords nor tokens', async () => {
  const daemon = await startAccounts()
  await daemon.signUp()
  const token = cookieOf(await daemon.signIn()).split('=')[1] ?? ''

  const stored = JSON.stringify([
    [...daemon.accountRows.values()],
    [...daemon.sessionRows.values()],
  ])

  expect(stored).not.toContain(credentials.password)
  expect(stored).not.toContain(token)
  expect(token).toHaveLength(43)
})

it('notes what happens without saying to whom', async () => {
  const daemon = await startAccounts()
  await daemon.signUp()
  await daemon.signIn({ ...credentials, password: 'wrong password' })
  await daemon.signOut(cookieOf(await daemon.signIn()))

  expect(daemon.events).toEqual(['signed-up', 'sign-in-refused', 'signed-in', 'signed-out'])
})

it.each([null, [], [credentials], 'text', 7, {}, { email: 'a@b.co' }, { email: 1, password: [] }])(
  'answers the body %j with 400 and JSON',
  async (body) => {
    const daemon = await startAccounts()

    for (const path of ['/api/users', '/api/users/sessions']) {
      expect(await errorOf(await daemon.call('POST', path, body))).toMatchObject({
        status: 400,
        code: 'VALIDATION',
      })
    }
    expect(daemon.failures).toEqual([])
  },
)

it('refuses credentials of more than 4 KiB', async () => {
  const daemon = await startAccounts()

  const answer = await daemon.signUp({ ...credentials, password: 'x'.repeat(5000) })

  expect(await errorOf(answer)).toEqual({
    status: 413,
    code: 'TOO_LARGE',
    message: 'The request body is larger than 4 KiB.',
  })
})

/** An account that is signed in, and a clock to move. */
async function startConfirmed() {
  let now = Date.UTC(2026, 10, 2, 9)
  const daemon = await startAccounts(() => new Date(now))
  await daemon.signUp()
  const cookie = cookieOf(await daemon.signIn())
  const find = createFindSession(daemon.ports)
  const token = cookie.replace(/^[^=]*=/, '')
  const confirm = (password: string) =>
    daemon.call('POST', '/api/users/sessions/confirm', { password }, cookie)
  return {
    ...daemon,
    cookie,
    confirm,
    isConfirmed: async () => (await find(token))?.isConfirmed,
    pass: (minutes: number) => {
      now += minutes * 60_000
    },
  }
}

it('counts a password for ten minutes, for the session that it was entered in', async () => {
  const daemon = await startConfirmed()
  const other = cookieOf(await daemon.signIn())
  daemon.pass(9)
  expect(await daemon.isConfirmed()).toBe(true)
  daemon.pass(1)
  expect(await daemon.isConfirmed()).toBe(false)

  await daemon.call('POST', '/api/users/sessions/confirm', credentials, other)
  expect(await daemon.isConfirmed()).toBe(false)
  expect((await daemon.confirm(credentials.password)).status).toBe(204)

  expect(await daemon.isConfirmed()).toBe(true)
  daemon.pass(-60)
  expect(await daemon.isConfirmed()).toBe(false)
})

it('says of a wrong password so, ends no session, and makes guessing wait as a sign-in does', async () => {
  const daemon = await startConfirmed()
  daemon.pass(10)

  for (let tries = 0; tries < 5; tries++) {
    expect(await errorOf(await daemon.confirm('wrong'))).toEqual({
      status: 403,
      code: 'CONFIRM_NEEDED',
      message: 'This is not the password of your account.',
    })
  }

  expect((await daemon.confirm(credentials.password)).status).toBe(429)
  expect((await daemon.signIn()).status).toBe(429)
  expect(await daemon.isConfirmed()).toBe(false)
  expect((await daemon.me(daemon.cookie)).status).toBe(200)
})
