import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { openStores } from '../src/composition/open-stores.ts'
import { createBackground } from '../src/platform/background.ts'

const now = new Date('2026-01-01T00:00:00Z')

function open(folder: string) {
  const background = createBackground(() => undefined)
  const onLost = (error: Error) => expect.unreachable(error.message)
  return openStores({ folder, background, now: () => now, report: () => {}, onLost })
}

it('lets version 0.2.0 refuse a folder whose files were taken over', async () => {
  const folder = await freshFolder()
  const stores = await open(folder)
  const ada = await stores.accounts.add('ada@example.com', 'hash', now)
  await stores.close()
  const path = join(folder, 'users.json')
  await writeFile(path, (await readFile(path, 'utf8')).replace('"v":2', '"v":1'))
  await mkdir(join(folder, 'chats'))

  const again = await open(folder)
  onTestFinished(() => again.close())

  expect(await again.accounts.all()).toEqual([ada])
  expect(await readFile(path, 'utf8')).toContain('"v":2')
})
