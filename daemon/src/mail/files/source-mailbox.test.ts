import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { describeMailbox } from '../../../test/mailbox-contract.ts'
import { mailNumber } from '../../../test/read-mailbox.ts'
import { type Clock, realClock } from '../../platform/clock.ts'
import { createFilesMailbox } from './files-mailbox.ts'
import { type MailSource, type SourceMail, SourceMailbox, sourceUid } from './source-mailbox.ts'

const BATCH = 100

/** Real time, in which nobody waits for more than a moment. */
const hasty: Clock = {
  now: () => 0,
  after: (milliseconds, run) => realClock.after(Math.min(milliseconds, 5), run),
}

const inMbox = (number: number) => {
  const separator = 'From ada@northwind.example Mon Mar  2 09:00:00 2026'
  return `${separator}\n${mailNumber(number).raw}\n`
}

describeMailbox('an mbox file', {
  batch: BATCH,
  async open() {
    const path = join(await freshFolder(), 'mail.mbox')
    await writeFile(path, '')
    const mailbox = createFilesMailbox({ path, composeUrl: '', clock: hasty })
    return {
      mailbox,
      deliver: (...numbers) => appendFile(path, numbers.map(inMbox).join('')),
      async remove(number) {
        const mbox = await readFile(path, 'utf8')
        await writeFile(path, mbox.replace(inMbox(number), ''))
      },
      stop: () => mailbox.close(),
    }
  },
})

describeMailbox('a folder of .eml files', {
  batch: BATCH,
  async open() {
    const path = await freshFolder()
    const fileOf = (number: number) => join(path, `${number}.eml`)
    const mailbox = createFilesMailbox({ path, composeUrl: '', clock: hasty })
    return {
      mailbox,
      async deliver(...numbers) {
        for (const number of numbers) await writeFile(fileOf(number), mailNumber(number).raw)
      },
      remove: (number) => rm(fileOf(number)),
      stop: () => mailbox.close(),
    }
  },
})

describeMailbox('a collection in memory, as the sample is', {
  batch: BATCH,
  async open() {
    const mails = new Map<number, SourceMail>()
    let version = 0
    const source: MailSource = {
      identity: 'sample:2026-03-04',
      version: async () => String(version),
      list: async () => [...mails.values()],
    }
    const info = { kind: 'sample', label: 'Sample mail', composeUrl: '', clock: hasty } as const
    const mailbox = new SourceMailbox(source, info)
    return {
      mailbox,
      deliver(...numbers) {
        version++
        for (const number of numbers) mails.set(number, sourceMail(number))
      },
      remove(number) {
        version++
        mails.delete(number)
      },
      stop: () => mailbox.close(),
    }
  },
})

function sourceMail(number: number): SourceMail {
  const uid = sourceUid(String(number))
  const receivedAt = new Date(Date.UTC(2026, 2, 2) + number * 60_000).toISOString()
  const { raw } = mailNumber(number)
  return {
    uid,
    receivedAt: async () => receivedAt,
    read: async () => ({ uid, receivedAt, source: raw, isWhole: true, parts: [] }),
  }
}
