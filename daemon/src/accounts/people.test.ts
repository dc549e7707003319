import { People, SignedInBrowsers } from '@shortlist/contracts/accounts'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../.config/testing/fresh-folder.ts'
import { browserOf } from './browsers.ts'
import { openSignUp } from './people.ts'
import { cookieOf, credentials, startAccounts } from './testing/account-app.ts'

const bob = { email: 'bob@example.com', password: 'battery staple' }

/** Ada, who is the owner, and Bob, both signed in. */
async function withTwo() {
  const app = await startAccounts(() => new Date('2026-11-28T10:00:00Z'))
  for (const each of [credentials, bob]) await app.signUp(each)
  const [ada, other] = [cookieOf(await app.signIn()), cookieOf(await app.signIn(bob))]
  return { ...app, ada, bob: other }
}

const sessions = '/api/users/me/sessions'
const people = '/api/settings/machine/people'

it('shows an account its own browsers, and signs one of them out with its sockets', async () => {
  const { call, signIn, ada, bob: other, endedSockets, sessionRows } = await withTwo()
  const second = cookieOf(await signIn())

  const answer = await call('GET', sessions, undefined, ada)
  const { browsers } = SignedInBrowsers.parse(await answer.json())
  expect(browsers.map(({ isThis }) => isThis)).toEqual([false, true])
  const foreign = SignedInBrowsers.parse(
    await (await call('GET', sessions, undefined, other)).json(),
  )
  expect(foreign.browsers).toHaveLength(1)

  const [theirs] = foreign.browsers
  const refused = await call('DELETE', `${sessions}/${theirs?.id}`, undefined, ada)
  expect(refused.status).toBe(404)
  expect([...sessionRows.values()]).toHaveLength(3)

  const id = browsers[0]?.id
  const left = await call('DELETE', `${sessions}/${id}`, undefined, ada)
  expect(await left.json()).toMatchObject({ browsers: [{ isThis: true }] })
  expect(endedSockets).toEqual([id])
  expect((await call('GET', sessions, undefined, second)).status).toBe(401)
})

it('tells no token of a session', async () => {
  const { call, ada } = await withTwo()

  const text = await (await call('GET', sessions, undefined, ada)).text()

  expect(text).not.toContain(ada.split('=')[1])
})

it('tells the owner alone who has an account, and no hash', async () => {
  const { call, ada, bob: other, background } = await withTwo()
  await background.idle()

  const answer = await call('GET', people, undefined, ada)
  const text = await answer.text()
  const lastSignIn = '2026-11-28T10:00:00.000Z'
  expect(People.parse(JSON.parse(text))).toMatchObject({
    people: [
      { email: credentials.email, isOwner: true, lastSignIn },
      { email: bob.email, isOwner: false, lastSignIn },
    ],
    signUp: 'open',
    setBy: null,
  })
  expect(text).not.toContain('argon2')
  for (const [method, body] of [['GET'], ['PATCH', { signUp: 'closed' }]] as const)
    expect((await call(method, people, body, other)).status).toBe(403)
})

it('lets nobody sign up once that is closed, nor a second one where the first has come', async () => {
  const { call, signUp, ada } = await withTwo()
  const carl = { email: 'carl@example.com', password: 'correct horse' }

  for (const rule of ['closed', 'first']) {
    expect((await call('PATCH', people, { signUp: rule }, ada)).status).toBe(200)
    const refused = await signUp(carl)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'SIGNUP_REJECTED' })
  }

  await call('PATCH', people, { signUp: 'open' }, ada)
  expect((await signUp(carl)).status).toBe(200)
})

it('lets exactly one of many be the first', async () => {
  const app = await startAccounts()
  await app.ports.signUp.choose('first')

  const tries = Array.from({ length: 8 }, (_, at) =>
    app.signUp({ email: `first-${at}@example.com`, password: 'correct horse' }),
  )

  const answers = (await Promise.all(tries)).map(({ status }) => status)
  expect(answers.filter((status) => status === 200)).toHaveLength(1)
  expect(await app.ports.accounts.all()).toHaveLength(1)
})

it('keeps what was chosen, and lets the environment say otherwise', async () => {
  const folder = await freshFolder()
  const parts = { folder, report: () => {}, given: undefined, byDefault: 'first' } as const
  const signUp = await openSignUp(parts)
  expect([signUp.rule(), signUp.setBy]).toEqual(['first', null])
  await signUp.choose('closed')

  expect((await openSignUp(parts)).rule()).toBe('closed')
  const given = await openSignUp({ ...parts, given: 'open' })
  expect([given.rule(), given.setBy]).toEqual(['open', 'SIGNUP'])
  await expect(given.choose('first')).rejects.toHaveProperty('code', 'SET_BY_ENVIRONMENT')
  expect((await openSignUp(parts)).rule()).toBe('closed')
})

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['curl/8.5.0', undefined],
  [undefined, undefined],
])('knows a browser by what it says (%#)', (userAgent, name) => {
  expect(browserOf(userAgent)).toBe(name)
})
