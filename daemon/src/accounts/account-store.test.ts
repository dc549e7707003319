import { expect, it } from 'vitest'
import { memoryFile } from '../../test/memory-file.ts'
import { openCollection, type Rows } from '../platform/storage/collection.ts'
import { AccountRow, AccountStore } from './account-store.ts'

const now = new Date('2026-01-01T00:00:00Z')

it('gives an address to the first of those who ask at the same moment', async () => {
  const rows = await openCollection(memoryFile<Rows<AccountRow>>(), AccountRow)
  const accounts = new AccountStore(rows)

  const results = await Promise.allSettled([
    accounts.add('ada@example.com', 'first', now),
    accounts.add('ada@example.com', 'second', now),
    accounts.add('bob@example.com', 'third', now),
  ])

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(results[1]).toMatchObject({ reason: { code: 'SIGNUP_TAKEN' } })
  expect((await accounts.byEmail('ada@example.com'))?.passwordHash).toBe('first')
  expect((await accounts.byEmail('bob@example.com'))?.passwordHash).toBe('third')
})

it('finds nobody under the names that every object has', async () => {
  const accounts = new AccountStore(
    await openCollection(memoryFile<Rows<AccountRow>>(), AccountRow),
  )

  for (const name of ['__proto__', 'constructor', 'toString']) {
    expect(await accounts.byId(name)).toBeUndefined()
    expect(await accounts.byEmail(name)).toBeUndefined()
  }
})
