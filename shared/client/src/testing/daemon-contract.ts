import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeClient } from './client-contract.ts'
import type { DaemonWorld } from './client-world.ts'
import { testFolders, testUploads } from './folders-contract.ts'
import { testStates, testToldEvents } from './told-contract.ts'

const ada = { email: 'ada@example.com', password: 'correct horse' }

/** What every client promises, and besides what those of a daemon do. */
export function describeDaemonClient(name: string, open: () => Promise<DaemonWorld>): void {
  describeClient(name, open)

  describe(`${name} of a daemon`, () => {
    let world: DaemonWorld

    beforeEach(async () => {
      world = await open()
    })

    afterEach(() => world.close())

    testSessions(() => world)
    testUploads(() => world)
    testFolders(() => world)
    testStates(() => world)
    testToldEvents(() => world)
  })
}

function testSessions(opened: () => DaemonWorld): void {
  it('knows nobody before a sign-in, the account after it, and nobody again after the end', async () => {
    const { client } = opened()
    expect(await client.accounts.me()).toBeNull()

    const account = await client.accounts.signUp(ada)
    expect(account.email).toBe(ada.email)
    expect(await client.accounts.me()).toEqual(account)
    expect(await client.accounts.signIn(ada)).toEqual(account)

    await client.accounts.signOut()
    expect(await client.accounts.me()).toBeNull()
  })

  it('takes the password anew, and says of a wrong one so, which ends no session', async () => {
    const { client } = opened()
    const account = await client.accounts.signUp(ada)

    await client.accounts.confirm(ada.password)
    await expect(client.accounts.confirm('wrong horse')).rejects.toMatchObject({
      status: 403,
      code: 'CONFIRM_NEEDED',
      message: 'This is not the password of your account.',
    })
    expect(await client.accounts.me()).toEqual(account)
  })

  it('says once that the session is over, whichever call is refused for it', async () => {
    const { client, enter, endSession } = opened()
    await enter()
    let ends = 0
    client.on('signed-out', () => (ends += 1))
    endSession()

    await expect(client.calendar.status()).rejects.toMatchObject({ isSignedOut: true })
    await expect(client.mail.status()).rejects.toMatchObject({ isSignedOut: true })

    expect(ends).toBe(1)
    expect(await client.accounts.me()).toBeNull()
  })

  it('refuses to act for nobody', async () => {
    const { client } = opened()
    const question = { question: 'Hi', mode: 'chat', chatId: 'ada_1', messageId: 'm1' } as const

    await expect(client.chats.list()).rejects.toMatchObject({ isSignedOut: true })
    await expect(client.chats.send(question)).rejects.toMatchObject({ status: 401 })
  })
}
