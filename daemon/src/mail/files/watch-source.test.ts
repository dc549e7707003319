import { appendFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { createFilesMailbox } from './files-mailbox.ts'
import { watchSource } from './source-mailbox.ts'

/** A clock of which one can wait for the next timer that is set, with its milliseconds. */
function observedClock() {
  const clock = manualClock()
  let set = Promise.withResolvers<number>()
  return {
    ...clock,
    after(milliseconds: number, run: () => void) {
      const cancel = clock.after(milliseconds, run)
      set.resolve(milliseconds)
      set = Promise.withResolvers()
      return cancel
    },
    nextTimer: () => set.promise,
  }
}

it('tells of mail that arrives, and of a file that goes and comes back', async () => {
  const path = join(await freshFolder(), 'mail.mbox')
  const separator = 'From ada@example.org Mon Mar  2 09:00:00 2026\n'
  await writeFile(path, `${separator}Subject: one\n\nHello\n\n`)
  const clock = observedClock()
  const mailbox = createFilesMailbox({ path, composeUrl: '', clock })
  onTestFinished(() => mailbox.close())
  const heard: string[] = []
  let look = clock.nextTimer()
  const lookAgain = async () => {
    await look
    look = clock.nextTimer()
    clock.pass(5000)
    await look
    return heard.splice(0)
  }

  mailbox.watch((news) => heard.push(news))
  await look
  expect(heard.splice(0)).toEqual(['health'])
  expect(mailbox.health().state).toBe('ready')
  expect(await lookAgain()).toEqual([])

  await appendFile(path, `${separator}Subject: two\n\nHello\n\n`)
  expect(await lookAgain()).toEqual(['mail'])

  await rename(path, `${path}.away`)
  expect(await lookAgain()).toEqual(['health'])
  expect(mailbox.health().state).toBe('unreadable')

  await rename(`${path}.away`, path)
  expect(await lookAgain()).toEqual(['health'])
  expect(mailbox.health().state).toBe('ready')
})

it('rests longer after a look that took long, and ends when it is stopped', async () => {
  const clock = observedClock()
  let looks = 0
  const timer = clock.nextTimer()
  const stop = watchSource(
    async () => {
      clock.pass(1000)
      return String(looks++)
    },
    () => {},
    clock,
  )

  expect(await timer).toBe(50_000)
  stop()
  clock.pass(1_000_000)
  expect(looks).toBe(1)
})
