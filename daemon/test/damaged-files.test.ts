import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openCalendarStores } from '../src/calendar/calendars.ts'
import { openStores } from '../src/commands/open-stores.ts'
import { openMailboxList } from '../src/mail/mailbox-list.ts'
import { openMailRecords } from '../src/mail/store/mail-records.ts'
import { createBackground } from '../src/platform/background.ts'
import { RecordStore } from '../src/platform/projection/record-store.ts'
import { freshFolder } from './fresh-folder.ts'
import { user } from './open-chats.ts'

const now = new Date('2026-01-01T00:00:00Z')

/** A folder whose stores are opened and closed again, and what they report. */
async function dataFolder() {
  const folder = await freshFolder()
  const reports: string[] = []
  const report = (sentence: string) => reports.push(sentence)
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

  return { folder, reports, report, open }
}

/** One account with a session and a chat that has a title, after an orderly stop. */
async function firstDay() {
  const data = await dataFolder()
  const stores = await data.open()
  const ada = await stores.accounts.add('ada@example.com', 'hash', now)
  const { token } = await stores.sessions.open(ada.id, [])
  await stores.chats.append(ada.id, 'first', user('question'))
  await stores.chats.setTitle(ada.id, 'first', 'Title')
  await stores.close()
  return { ...data, ada, token }
}

/** Changes one bit in the middle. */
async function flip(...path: string[]) {
  const bytes = await readFile(join(...path))
  const at = bytes.length >> 1
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(join(...path), bytes)
}

const damages = {
  'with one bit changed': flip,
  'cut in half': async (...path: string[]) => {
    const bytes = await readFile(join(...path))
    await writeFile(join(...path), bytes.subarray(0, bytes.length >> 1))
  },
  empty: (...path: string[]) => writeFile(join(...path), ''),
  'full of zeros': (...path: string[]) => writeFile(join(...path), Buffer.alloc(300)),
}

it.each(Object.entries(damages))(
  'lists the same chats where what is found in them is %s',
  async (_, damage) => {
    const { folder, ada, open, reports } = await firstDay()
    await damage(folder, 'index.db')

    const { chats } = await open()
    expect(await chats.list(ada.id)).toMatchObject([
      { chatId: 'first', messageCount: 1, title: 'Title' },
    ])
    expect(reports).toEqual([])
  },
)

it.each(Object.entries(damages))(
  'asks for a sign-in where both copies of the sessions are %s, and keeps the accounts',
  async (_, damage) => {
    const { folder, ada, token, open, reports } = await firstDay()
    await damage(folder, 'sessions.json')
    await damage(folder, 'sessions.json.bak')

    const { sessions, accounts } = await open()

    expect(await sessions.find(token)).toBeUndefined()
    expect(await accounts.byEmail('ada@example.com')).toEqual(ada)
    expect(reports).toEqual([
      'sessions.json was damaged and has been moved to corrupt/. Everybody has to sign in again.',
    ])
  },
)

it.each(Object.entries(damages))(
  'loses no account where users.json is %s, from the first account on',
  async (_, damage) => {
    const { folder, ada, open, reports } = await firstDay()
    const second = await open()
    const bob = await second.accounts.add('bob@example.com', 'hash', now)
    await second.close()
    for (let round = 0; round < 2; round++) {
      await damage(folder, 'users.json')

      const { accounts, close } = await open()

      expect(await accounts.all()).toEqual([ada, bob])
      expect(reports.at(-1)).toBe(
        'users.json was damaged and has been moved to corrupt/; its second copy is used.',
      )
      await close()
    }
    expect(reports).toHaveLength(2)
  },
)

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

it.each([
  ['no second copy of it', false, 'move the damaged one out'],
  ['so is users.json.bak', true, 'move both out'],
])('says that there is %s, what to do, and leaves everything as it lies', async (...row) => {
  const [words, hasCopy, advice] = row
  const { folder, open } = await firstDay()
  await flip(folder, 'users.json')
  if (hasCopy) await flip(folder, 'users.json.bak')
  else await rm(join(folder, 'users.json.bak'))
  const before = await readdir(folder)

  const refusal: Error = await open().then(
    () => expect.unreachable(),
    (error: Error) => error,
  )

  expect(refusal).toMatchObject({ code: 'INTERNAL' })
  expect(refusal.message).toContain(`users.json in ${folder} is damaged, and`)
  for (const part of [words, advice, 'Put a copy that you have kept in its place', 'import']) {
    expect(refusal.message).toContain(part)
  }
  expect(await readdir(folder)).toEqual(before)
})

it.each([
  ['calendar/connections.json', 'Calendars have to be connected again'],
  ['mail/settings.json', 'Who uses the sample mailbox is forgotten'],
])('goes on without %s where it is damaged, and tells what that costs', async (name, cost) => {
  const { folder, report, reports } = await dataFolder()
  const store = new RecordStore({ folder, report })
  onTestFinished(() => store.close())
  const records = await openMailRecords(store)
  const parts = { folder, records: store, keyFolder: folder, report, now: () => now }
  await openCalendarStores(parts)
  await openMailboxList({ folder, records, report })
  for (const copy of [name, `${name}.bak`])
    await writeFile(join(folder, copy), '{"v":1,"rev":1,"sha2')

  await openCalendarStores(parts)
  await openMailboxList({ folder, records, report })

  expect(reports).toEqual([expect.stringContaining('has been moved to corrupt/')])
  expect(reports[0]).toContain(cost)
})

it('uses the second copy of a damaged local calendar, and refuses one that is lost', async () => {
  const { folder, report, reports } = await dataFolder()
  const records = new RecordStore({ folder, report })
  onTestFinished(() => records.close())
  const parts = { folder, records, keyFolder: folder, report, now: () => now }
  const first = await openCalendarStores(parts)
  for (let write = 0; write < 2; write++) await first.localEvents.change(() => undefined)
  await writeFile(join(folder, 'calendar', 'events.json'), '')

  await openCalendarStores(parts)
  expect(reports.join()).toContain('its second copy is used')

  for (const name of ['events.json', 'events.json.bak']) await rm(join(folder, 'calendar', name))
  await writeFile(join(folder, 'calendar', 'events.json'), '')
  await expect(openCalendarStores(parts)).rejects.toThrow('Without it the local calendar begins')
})
