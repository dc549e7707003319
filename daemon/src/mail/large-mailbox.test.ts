import { expect, it } from 'vitest'
import { busyMilliseconds } from '../../../.config/testing/busy-milliseconds.ts'
import { plainMail } from '../../../.config/testing/plain-mail.ts'
import { sized } from '../../../.config/testing/test-size.ts'
import { startMail } from '../../test/mail-under-test.ts'
import { ScriptedMailbox } from '../../test/scripted-mailbox.ts'
import { unreadable } from './message/read-message.ts'

const MAILS = sized(1000, 5000)

/** The median time of some runs, in milliseconds. */
async function medianOf(runs: number, work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const start = busyMilliseconds()
    await work()
    times.push(busyMilliseconds() - start)
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
}

it(`tells the status of ${MAILS} mails, and syncs and opens them again, in no time`, async () => {
  const mailbox = new ScriptedMailbox({ batchSize: 500 })
  const read = async () => ({ ...unreadable(''), text: 'word '.repeat(100), problem: null })
  const mail = await startMail({ mailbox, concurrency: 64, reader: { read, close: () => {} } })
  mailbox.deliver(...Array.from({ length: MAILS }, (_, number) => plainMail({ number })))
  await mail.syncToEnd()

  expect((await mail.emails()).filter(({ analyzed }) => analyzed)).toHaveLength(MAILS)
  // about 60 ms, where nothing else runs
  expect(await medianOf(5, () => mail.assistant.status('ada'))).toBeLessThan(300)
  expect(await medianOf(5, () => mail.syncToEnd())).toBeLessThan(500)
  expect(await medianOf(1, () => mail.reopen())).toBeLessThan(2000)
  expect(mailbox.fetches).toBe(MAILS)
}, 60_000)
