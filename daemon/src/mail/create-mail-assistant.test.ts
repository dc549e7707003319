import { expect, it } from 'vitest'
import { startMail } from '../../test/mail-under-test.ts'

it('stores the mails of the mailbox, answers them and analyses them after the answer', async () => {
  const { assistant, deliver, realtime, settle, emails, failures } = await startMail()
  deliver(1, 2, 3, 4)

  const reply = await assistant.sync('ada')

  expect(reply.emails.map(({ subject }) => subject)).toEqual([
    'Your application 4',
    'Your application 3',
    'Your application 2',
    'Your application 1',
  ])
  expect(reply).toMatchObject({
    status: 'preliminary',
    analysisInProgress: true,
    performance: { totalFetched: 4, newStored: 4 },
  })
  expect(realtime.told.map(({ name }) => name)).not.toContain('email-analyzing')
  await settle()
  expect(emails().map(({ status }) => status)).toEqual(Array(4).fill('analyzed'))
  expect(realtime.told.at(-1)).toMatchObject({
    name: 'sync-complete',
    payload: { totalFetched: 4, newStored: 4, analyzed: 4, failed: 0 },
  })
  expect(failures).toEqual([])
})
