import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { openStores } from '../src/composition/open-stores.ts'
import { createBackground } from '../src/platform/background.ts'

const now = new Date('2026-01-01T00:00:00Z')

/** A folder whose stores are opened and closed again. */
async function dataFolder() {
  const folder = await freshFolder()
  const report = () => {}
  const background = createBackground(() => undefined)

  async function open() {
    const onLost = (error: Error) => expect.unreachable(error.message)
    const stores = await openStores({ folder, background, now: () => now, report, onLost })
    let isOpen = true
    const close = async () => {
      if (isOpen) await stores.close()
      isOpen = false
    }
    onTestFinished(close)
    return { ...stores, close }
  }

  return { folder, open }
}

/** One account, after an orderly stop. */
async function firstDay() {
  const data = await dataFolder()
  const stores = await data.open()
  const ada = await stores.accounts.add('ada@example.com', 'hash', now)
  await stores.close()
  return { ...data, ada }
}

/** Changes one bit in the middle. */
async function flip(...path: string[]) {
  const bytes = await readFile(join(...path))
  const at = bytes.length >> 1
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(join(...path), bytes)
}

it('lets version 0.2.0 refuse a folder whose files were taken over', async () => {
  const { folder, ada, open } = await firstDay()
  const path = join(folder, 'users.json')
  await writeFile(path, (await readFile(path, 'utf8')).replace('"v":2', '"v":1'))
  await mkdir(join(folder, 'chats'))

  expect(await (await open()).accounts.all()).toEqual([ada])
  expect(await readFile(path, 'utf8')).toContain('"v":2')
})

it('begins to keep users.json twice where an earlier version kept it once', async () => {
  const { folder, ada, open } = await firstDay()
  await rm(join(folder, 'users.json.bak'))
  await (await open()).close()
  await flip(folder, 'users.json')

  expect(await (await open()).accounts.all()).toEqual([ada])
})

it('says that there is no second copy of users.json, what to do, and leaves all as it lies', async () => {
  const { folder, open } = await firstDay()
  await flip(folder, 'users.json')
  await rm(join(folder, 'users.json.bak'))
  const before = await readdir(folder)

  const refusal: Error = await open().then(
    () => expect.unreachable(),
    (error: Error) => error,
  )

  expect(refusal).toMatchObject({ code: 'INTERNAL' })
  expect(refusal.message).toContain(`users.json in ${folder} is damaged, and`)
  const advice = [
    'move the damaged one out',
    'Put a copy that you have kept in its place',
    'import',
  ]
  for (const part of ['no second copy of it', ...advice]) expect(refusal.message).toContain(part)
  expect(await readdir(folder)).toEqual(before)
})
