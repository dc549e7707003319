import { expect, it } from 'vitest'
import { resetPassword } from './sign-in.ts'
import { cookieOf, credentials, startAccounts } from './testing/account-app.ts'

it('sets a new password and signs the account out everywhere', async () => {
  const daemon = await startAccounts()
  await daemon.signUp()
  const cookies = [cookieOf(await daemon.signIn()), cookieOf(await daemon.signIn())]

  await resetPassword(daemon.ports, ' ADA@example.com', async () => 'a new password')

  for (const cookie of cookies) expect((await daemon.me(cookie)).status).toBe(401)
  expect((await daemon.signIn()).status).toBe(401)
  expect((await daemon.signIn({ ...credentials, password: 'a new password' })).status).toBe(200)
})

it('changes nothing for an unknown address or a password that breaks a rule', async () => {
  const daemon = await startAccounts()
  await daemon.signUp()

  await expect(
    resetPassword(daemon.ports, 'bob@example.com', async () => 'long enough'),
  ).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'No account has this address.' })
  await expect(
    resetPassword(daemon.ports, credentials.email, async () => 'short'),
  ).rejects.toMatchObject({
    message: 'Password must be at least 8 characters.',
  })
  expect((await daemon.signIn()).status).toBe(200)
})
