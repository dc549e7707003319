import { expect, it } from 'vitest'
import { memoryFile } from '../../test/memory-file.ts'
import { openCollection, type Rows } from '../platform/storage/collection.ts'
import { AccountRow, AccountStore } from './account-store.ts'

it('finds nobody under the names that every object has', async () => {
  const accounts = new AccountStore(
    await openCollection(memoryFile<Rows<AccountRow>>(), AccountRow),
  )

  for (const name of ['__proto__', 'constructor', 'toString']) {
    expect(await accounts.byId(name)).toBeUndefined()
    expect(await accounts.byEmail(name)).toBeUndefined()
  }
})
