import { expect, it } from 'vitest'
import { startMail } from '../../test/mail-under-test.ts'

/** The assistant of a mailbox, and how often it has made ready for a sync. */
async function start() {
  let times = 0
  const mail = await startMail({ warmUp: () => void times++ })
  mail.assistant.start()
  await mail.settle()
  return { mail, times: () => times }
}

it('makes ready for a sync when a mailbox that was never read is there', async () => {
  const { mail, times } = await start()

  mail.mailbox.become({ state: 'wrong-password', error: 'Refused.' })
  expect(times()).toBe(0)
  mail.mailbox.become({ state: 'ready', error: null })

  expect(times()).toBe(1)
})

it('makes ready with each sync, and not because a known mailbox is there again', async () => {
  const { mail, times } = await start()
  mail.deliver(1)
  await mail.syncToEnd()
  await mail.syncToEnd()

  mail.mailbox.become({ state: 'ready', error: null })

  expect(times()).toBe(2)
})
