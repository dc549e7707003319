import { expect, it } from 'vitest'
import { type Argon2, builtInArgon2, createPasswords, nativeArgon2 } from './hash-password.ts'
import { HashQueue } from './hash-queue.ts'
import { cheap, cookieOf, credentials, startAccounts } from './testing/account-app.ts'

function passwordsBy(argon2: Argon2 | undefined, cost?: typeof cheap) {
  const queue = new HashQueue(() => new Date())
  return createPasswords({ queue, ...(argon2 && { argon2 }), ...(cost && { cost }) })
}

const native = passwordsBy(nativeArgon2)
const builtIn = passwordsBy(builtInArgon2)

it.each([
  { by: 'the runtime', maker: builtIn, checker: native },
  { by: 'the native package', maker: native, checker: builtIn },
])('reads with the other implementation what $by has hashed', async ({ maker, checker }) => {
  const stored = await maker.hash('påsswörd 🦊')

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await checker.verify(stored, 'påsswörd 🦊')).toBe(true)
  expect(await checker.verify(stored, 'passwörd 🦊')).toBe(false)
})

it('has the argon2 of the runtime to compare with', () => {
  expect(builtInArgon2).toBeTypeOf('function')
})

it('verifies what the reference implementation made', async () => {
  // argon2 CLI of the reference repository: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
  const stored =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'

  expect(await builtIn.verify(stored, 'password')).toBe(true)
  expect(await native.verify(stored, 'password')).toBe(true)
  expect(builtIn.needsRehash(stored)).toBe(true)
})

it('takes two spellings of the same letters for one password', async () => {
  const stored = await passwordsBy(undefined, cheap).hash('caf\u00e9 au lait')

  expect(await builtIn.verify(stored, 'cafe\u0301 au lait')).toBe(true)
})

it('salts: the same password never gives the same text', async () => {
  const passwords = passwordsBy(undefined, cheap)

  expect(await passwords.hash('password')).not.toBe(await passwords.hash('password'))
})

it('is never right without a hash, not even for the tag that stands in for one', async () => {
  const zeros: Argon2 = async (_message, { tagBytes }) => Buffer.alloc(tagBytes)

  expect(await passwordsBy(zeros).verify(undefined, 'password')).toBe(false)
})

it.each(['', 'plain text', '$argon2i$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAA', '$argon2id$v=19$m=8$x'])(
  'reports a damaged hash %j instead of refusing the password',
  async (stored) => {
    await expect(builtIn.verify(stored, 'password')).rejects.toMatchObject({ code: 'INTERNAL' })
  },
)

it('renews a hash of an older cost at the next sign-in', async () => {
  const daemon = await startAccounts()
  await daemon.signUp()
  const [account] = daemon.accountRows.values()
  const old = await passwordsBy(undefined, { ...cheap, passes: 2 as 1 }).hash(credentials.password)
  await daemon.ports.accounts.setPasswordHash(account?.id ?? '', old)

  const cookie = cookieOf(await daemon.signIn())
  await daemon.background.idle()

  const renewed = (await daemon.ports.accounts.byEmail(credentials.email))?.passwordHash ?? ''
  expect(renewed).toContain('m=8,t=1,p=1')
  expect((await daemon.me(cookie)).status).toBe(200)
  expect((await daemon.signIn()).status).toBe(200)
  expect(daemon.failures).toEqual([])
})
