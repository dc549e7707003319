import { describe, expect, it } from 'vitest'
import { failingDisk } from '../../test/failing-disk.ts'
import { startMail } from '../../test/mail-under-test.ts'
import { finding } from '../../test/scripted-analysis.ts'
import { ScriptedMailbox } from '../../test/scripted-mailbox.ts'
import { AppError } from '../errors.ts'

const endings = ['sync-complete', 'sync-error'] as const
const away = new AppError('IMAP_NET', 'The mail server cannot be reached.')

describe('what a sync asks for', () => {
  it('is a mailbox first', async () => {
    const mail = await startMail({ openConfigured: undefined })

    await expect(mail.assistant.sync('ada')).rejects.toMatchObject({
      code: 'MAIL_NOT_CONNECTED',
      message: 'Gmail must be connected before syncing emails',
    })
    expect(mail.realtime.told).toEqual([])
  })

  it('is a mailbox that can be reached; one that was out of reach is tried once more', async () => {
    const mail = await startMail()
    mail.mailbox.become({ state: 'unreachable', error: 'The mail server cannot be reached.' })
    mail.mailbox.refusal = away

    await expect(mail.assistant.sync('ada')).rejects.toMatchObject({
      code: 'MAIL_SYNC',
      message: 'Failed to sync emails via IMAP',
      detail: away.message,
    })
    mail.mailbox.refusal = undefined
    await mail.syncToEnd()

    expect(mail.told(...endings).map(({ name }) => name)).toEqual(['sync-complete'])
  })

  it('is a calendar then', async () => {
    const mail = await startMail()
    mail.calendar.isConnected = false

    await expect(mail.assistant.sync('ada')).rejects.toMatchObject({
      code: 'CAL_NOT_CONNECTED',
      message:
        'Google Calendar must be connected before syncing emails. Calendar integration is required for automatic event creation.',
    })
    expect(mail.mailbox.fetches).toBe(0)
  })
})

describe('a mailbox that fails', () => {
  it('is told as the answer where nothing could be read', async () => {
    const mail = await startMail()
    mail.deliver(1)
    mail.mailbox.failAfter(0, away)

    await expect(mail.assistant.sync('ada')).rejects.toMatchObject({
      code: 'MAIL_SYNC',
      message: 'Failed to sync emails via IMAP',
      detail: away.message,
    })
    await mail.settle()

    expect(mail.told(...endings).map(({ payload }) => payload)).toEqual([{ error: away.message }])
  })

  it('leaves what was read, analyses it and tells the failure then', async () => {
    const mail = await startMail()
    mail.deliver(1, 2, 3, 4)
    mail.mailbox.failAfter(1, away)

    const reply = await mail.assistant.sync('ada')
    await mail.settle()

    expect(reply.emails).toHaveLength(3)
    expect(mail.told('email-analyzed')).toHaveLength(3)
    expect(mail.told(...endings).map(({ payload }) => payload)).toEqual([{ error: away.message }])
    expect((await mail.assistant.status('ada')).lastSync).toBeNull()
    await mail.syncToEnd()
    expect(await mail.emails()).toHaveLength(4)
    expect(mail.mailbox.fetches).toBe(4)
  })
})

describe('an analysis that fails', () => {
  it('is a state of the mail with a sentence, and the next sync tries again', async () => {
    const mail = await startMail()
    mail.deliver(1, 2)
    mail.analysis.answer = async ({ message }) => {
      if (message.subject.endsWith('1')) throw new AppError('LLM_REFUSED', 'The model refused.')
      return { finding, proposals: [] }
    }

    await mail.syncToEnd()

    const [, failed] = await mail.emails()
    expect(failed).toMatchObject({
      status: 'failed',
      analyzed: false,
      failure: 'The model refused.',
      analysis: null,
    })
    expect(mail.told('email-changed').at(-1)?.payload).toMatchObject({
      email: { id: failed?.id, status: 'failed' },
    })
    expect(mail.told('sync-complete')[0]?.payload).toMatchObject({ analyzed: 1, failed: 1 })
    mail.analysis.answer = async () => ({ finding, proposals: [] })
    await mail.syncToEnd()
    expect((await mail.emails()).map(({ status }) => status)).toEqual(['analyzed', 'analyzed'])
    expect(mail.analysis.asked).toHaveLength(3)
  })

  it('says nothing of an inner mistake', async () => {
    const mail = await startMail()
    mail.deliver(1)
    mail.analysis.answer = async () => {
      throw new TypeError('secret of the mail')
    }

    await mail.syncToEnd()

    expect((await mail.emails())[0]?.failure).toBe('The analysis of this email has failed.')
  })
})

describe('a mail that cannot be read', () => {
  it('becomes a card that says so, without an analyser', async () => {
    const mail = await startMail()
    mail.mailbox.deliver(Buffer.from([0, 255, 1]))
    const problem = 'This email is damaged and its text could not be read.'
    const { readMessage } = await import('./message/read-message.ts')
    const reader = {
      read: async (fetched: Parameters<typeof readMessage>[0]) => ({
        ...(await readMessage(fetched)),
        problem,
      }),
      close: () => {},
    }
    const broken = await mail.reopen({ reader })

    await broken.syncToEnd()

    expect(await broken.emails()).toMatchObject([
      { status: 'analyzed', warnings: ['unreadable'], priority: 'low', category: 'other' },
    ])
    expect((await broken.emails())[0]?.summary).toBe(problem)
    expect(mail.analysis.asked).toEqual([])
  })
})

describe('a disk that is full', () => {
  it('is a named state, ends the sync and is over once there is room', async () => {
    const disk = failingDisk()
    const mail = await startMail({ fs: disk.fs, mailbox: new ScriptedMailbox() })
    mail.deliver(1, 2, 3)
    mail.analysis.answer = async () => {
      disk.fail('write', 'ENOSPC')
      return { finding, proposals: [] }
    }

    await mail.syncToEnd()

    expect(mail.told(...endings)).toMatchObject([
      { name: 'sync-error', payload: { error: "The server's disk is full." } },
    ])
    expect(await mail.assistant.status('ada')).toMatchObject({
      error: "The server's disk is full.",
      mailbox: { state: 'disk-full' },
      emails: { length: 3 },
    })
    disk.heal()
    mail.analysis.answer = async () => ({ finding, proposals: [] })
    await mail.syncToEnd()
    expect((await mail.emails()).every(({ analyzed }) => analyzed)).toBe(true)
    expect((await mail.assistant.status('ada')).mailbox.state).toBe('ready')
  })

  it('refuses the call where not even the mails could be stored', async () => {
    const disk = failingDisk()
    const mail = await startMail({ fs: disk.fs })
    mail.deliver(1)
    disk.fail('write', 'ENOSPC')

    await expect(mail.assistant.sync('ada')).rejects.toMatchObject({ code: 'STORE_FULL' })
    disk.heal()
    await mail.syncToEnd()

    expect(await mail.emails()).toHaveLength(1)
  })
})

it('ends with sync-error also after a mistake of its own', async () => {
  const mail = await startMail()
  mail.deliver(1)
  mail.calendar.retryFailed = async () => {
    throw new TypeError('a bug')
  }

  await mail.syncToEnd()

  expect(mail.told(...endings)).toMatchObject([
    { name: 'sync-error', payload: { error: /unexpectedly/ } },
  ])
  expect((await mail.assistant.status('ada')).sync).toBeNull()
})
