import { expect, it } from 'vitest'
import { createPasswords, HashQueue } from './passwords.ts'
import { cheap, cookieOf, credentials, startAccounts } from './testing/account-app.ts'

function passwordsAt(cost?: typeof cheap) {
  return createPasswords(new HashQueue(() => new Date()), cost)
}

const passwords = passwordsAt()

it('hashes by argon2id at the cost of RFC 9106', async () => {
  const stored = await passwords.hash('påsswörd 🦊')

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await passwords.verify(stored, 'påsswörd 🦊')).toBe(true)
  expect(await passwords.verify(stored, 'passwörd 🦊')).toBe(false)
  expect(await passwords.needsRehash(stored)).toBe(false)
})

it('verifies what the reference implementation made', async () => {
  // argon2 CLI of the reference repository: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
  const stored =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'

  expect(await passwords.verify(stored, 'password')).toBe(true)
  expect(await passwords.needsRehash(stored)).toBe(true)
})

it('takes two spellings of the same letters for one password', async () => {
  const stored = await passwordsAt(cheap).hash('caf\u00e9 au lait')

  expect(await passwords.verify(stored, 'cafe\u0301 au lait')).toBe(true)
})

it('salts: the same password never gives the same text', async () => {
  const salted = passwordsAt(cheap)

  expect(await salted.hash('password')).not.toBe(await salted.hash('password'))
})

it.each(['', 'password'])('is never right without a hash, as for %j', async (password) => {
  expect(await passwordsAt(cheap).verify(undefined, password)).toBe(false)
})

it.each(['', 'plain text', '$argon2i$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAA', '$argon2id$v=19$m=8$x'])(
  'reports a damaged hash %j instead of refusing the password',
  async (stored) => {
    await expect(passwords.verify(stored, 'password')).rejects.toMatchObject({ code: 'INTERNAL' })
  },
)

it('renews a hash of an older cost at the next sign-in', async () => {
  const daemon = await startAccounts()
  await daemon.signUp()
  const [account] = daemon.accountRows.values()
  const old = await passwordsAt({ ...cheap, timeCost: 2 }).hash(credentials.password)
  await daemon.ports.accounts.setPasswordHash(account?.id ?? '', old)

  const cookie = cookieOf(await daemon.signIn())
  await daemon.background.idle()

  const renewed = (await daemon.ports.accounts.byEmail(credentials.email))?.passwordHash ?? ''
  expect(renewed).toContain('m=8,t=1,p=1')
  expect((await daemon.me(cookie)).status).toBe(200)
  expect((await daemon.signIn()).status).toBe(200)
  expect(daemon.failures).toEqual([])
})
