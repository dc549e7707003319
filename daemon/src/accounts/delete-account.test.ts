import { expect, it } from 'vitest'
import { cookieOf, credentials, startAccounts } from './testing/account-app.ts'

const bob = { email: 'bob@example.com', password: 'battery staple' }
const me = '/api/users/me'
const people = '/api/settings/machine/people'

/** Ada, who is the owner, and Bob, both signed in. */
async function withTwo() {
  let now = Date.now()
  const app = await startAccounts(() => new Date(now))
  const pass = (ms: number) => {
    now += ms
  }
  for (const each of [credentials, bob]) await app.signUp(each)
  const [ada, other] = [cookieOf(await app.signIn()), cookieOf(await app.signIn(bob))]
  const [owner, second] = await app.ports.accounts.all()
  return { ...app, pass, ada, bob: other, adaId: owner?.id ?? '', bobId: second?.id ?? '' }
}

it('deletes an account whose address and password are typed, with its sessions and sockets', async () => {
  const app = await withTwo()

  const answer = await app.call('DELETE', me, { email: bob.email, takesEvents: false }, app.bob)

  expect(answer.status).toBe(204)
  expect(app.belongings.forgotten).toEqual([app.bobId])
  expect(app.endedSockets).toHaveLength(1)
  expect((await app.me(app.bob)).status).toBe(401)
  expect((await app.signIn(bob)).status).toBe(401)
  expect([...app.leavers.values()]).toEqual([])
  expect((await app.me(app.ada)).status).toBe(200)
})

it('deletes nothing for another address, nor once the password was typed too long ago', async () => {
  const app = await withTwo()
  const remove = (email: string) => app.call('DELETE', me, { email, takesEvents: false }, app.bob)

  expect((await remove(credentials.email)).status).toBe(400)
  app.pass(11 * 60_000)
  expect(await (await remove(bob.email)).json()).toMatchObject({ code: 'CONFIRM_NEEDED' })

  expect(app.belongings.forgotten).toEqual([])
  expect((await app.me(app.bob)).status).toBe(200)
})

it('deletes nothing where the appointments cannot be taken out of Google Calendar', async () => {
  const app = await withTwo()

  const answer = await app.call('DELETE', me, { email: bob.email, takesEvents: true }, app.bob)

  expect(await answer.json()).toMatchObject({ message: 'Google cannot be reached.' })
  expect((await app.me(app.bob)).status).toBe(200)
  expect([...app.leavers.values()]).toEqual([])
})

it('lets the owner go once somebody else owns the computer', async () => {
  const app = await withTwo()
  const go = (heir?: string) =>
    app.call('DELETE', me, { email: credentials.email, takesEvents: false, heir }, app.ada)
  for (const heir of [undefined, 'nobody', app.adaId]) expect((await go(heir)).status).toBe(400)
  const carl = { email: 'carl@example.com', password: 'correct horse' }
  await app.signUp(carl)
  const third = (await app.ports.accounts.all())[2]

  expect((await go(third?.id)).status).toBe(204)

  expect((await app.ports.accounts.all()).map(({ email }) => email)).toEqual([
    carl.email,
    bob.email,
  ])
  expect((await app.call('GET', people, undefined, app.bob)).status).toBe(403)
})

it('finishes at the next start what was cut off, and lets nobody in meanwhile', async () => {
  const app = await withTwo()
  app.belongings.isStuck = true
  await app.call('DELETE', me, { email: bob.email, takesEvents: false }, app.bob)
  expect((await app.signIn(bob)).status).toBe(401)
  // as if the kill had come before the account was shut
  await app.signUp(bob)
  app.belongings.isStuck = false

  const { finished } = await app.deletions.resume()
  await finished

  expect(app.belongings.forgotten).toEqual([app.bobId])
  expect([...app.leavers.values()]).toEqual([])
})

it('lets the owner remove another account, after the own password', async () => {
  const app = await withTwo()
  const remove = (id: string, cookie: string) =>
    app.call('DELETE', `${people}/${id}`, undefined, cookie)

  expect((await remove(app.adaId, app.bob)).status).toBe(403)
  expect((await remove(app.adaId, app.ada)).status).toBe(400)
  expect((await remove('nobody', app.ada)).status).toBe(404)
  app.pass(11 * 60_000)
  expect(await (await remove(app.bobId, app.ada)).json()).toMatchObject({ code: 'CONFIRM_NEEDED' })
  expect((await app.me(app.bob)).status).toBe(200)
  const confirm = '/api/users/sessions/confirm'
  await app.call('POST', confirm, { password: credentials.password }, app.ada)

  const answer = await remove(app.bobId, app.ada)

  expect(await answer.json()).toMatchObject({ people: [{ email: credentials.email }] })
  expect((await app.me(app.bob)).status).toBe(401)
  expect(app.belongings.forgotten).toEqual([app.bobId])
})

it('changes the address, by which the account is found from then on', async () => {
  const app = await withTwo()
  const email = 'Ada@Lovelace.example'

  const answer = await app.call('PATCH', me, { email }, app.ada)

  expect(await answer.json()).toEqual({ id: app.adaId, email: 'ada@lovelace.example' })
  expect((await app.signIn()).status).toBe(401)
  expect((await app.signIn({ ...credentials, email })).status).toBe(200)
  // the owner stays the owner
  expect((await app.call('GET', people, undefined, app.ada)).status).toBe(200)
})

it('changes the password, which signs every other browser out', async () => {
  const app = await withTwo()
  const elsewhere = cookieOf(await app.signIn())
  const password = 'quite another horse'

  const answer = await app.call('PATCH', me, { password }, app.ada)

  expect(answer.status).toBe(200)
  expect((await app.me(app.ada)).status).toBe(200)
  expect((await app.me(elsewhere)).status).toBe(401)
  expect(app.endedSockets).toHaveLength(1)
  expect((await app.signIn()).status).toBe(401)
  expect((await app.signIn({ ...credentials, password })).status).toBe(200)
})

it.each([
  ['an address that another account has', { email: bob.email }, 409],
  ['an address that is none', { email: 'ada' }, 400],
  ['a password that is too short', { password: 'short' }, 400],
  ['the address as a password', { password: credentials.email }, 400],
])('changes nothing for %s', async (_, change, status) => {
  const app = await withTwo()
  const before = [...app.accountRows.values()].map(({ email, passwordHash }) => [
    email,
    passwordHash,
  ])

  const answer = await app.call('PATCH', me, change, app.ada)

  expect(answer.status).toBe(status)
  const after = [...app.accountRows.values()].map(({ email, passwordHash }) => [
    email,
    passwordHash,
  ])
  expect(after).toEqual(before)
})
