import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { plainMail } from '../../../.config/testing/plain-mail.ts'
import { startMail } from '../../test/mail-under-test.ts'
import { finding, proposal } from '../../test/scripted-analysis.ts'
import { ScriptedMailbox } from '../../test/scripted-mailbox.ts'
import { AppError } from '../errors.ts'

/** A sample mailbox of two mails that notes what it was opened with. */
function sample() {
  const anchors: Date[] = []
  const openSample = async ({ anchor }: { anchor: Date; userId: string }) => {
    anchors.push(anchor)
    const mailbox = new ScriptedMailbox({ identity: 'sample', kind: 'sample' })
    mailbox.deliver(plainMail({ number: 1 }), plainMail({ number: 2 }))
    return mailbox
  }
  return { anchors, openSample, openConfigured: undefined }
}

describe('an account without a mailbox', () => {
  it('is told that none is configured', async () => {
    const { assistant } = await startMail({ openConfigured: undefined })

    expect(await assistant.status('ada')).toMatchObject({
      connected: false,
      error: 'IMAP credentials not configured',
      emails: [],
      mailbox: { kind: 'none', state: 'not-configured' },
    })
    await expect(assistant.connect('ada')).rejects.toMatchObject({
      code: 'MAIL_CONNECT',
      message: 'IMAP credentials not configured',
    })
  })

  it('becomes the owner when it is the first one', async () => {
    let owner: string | undefined
    const mail = await startMail({ ownerId: async () => owner })
    mail.assistant.start()
    mail.deliver(1)

    expect((await mail.assistant.status('bob')).mailbox.state).toBe('not-owner')
    owner = 'bob'
    expect(await mail.assistant.status('bob')).toMatchObject({ connected: true, emails: [] })
    await mail.assistant.sync('bob')
    await mail.settle()
    mail.deliver(2)
    await mail.settle()

    expect((await mail.assistant.emails('bob')).emails.every(({ analyzed }) => analyzed)).toBe(true)
    expect((await mail.assistant.emails('bob')).emails).toHaveLength(2)
  })
})

describe('the sample mailbox', () => {
  it('is used once somebody asks for it, with the same dates ever after', async () => {
    const { anchors, ...settings } = sample()
    const mail = await startMail(settings)
    expect((await mail.assistant.status('ada')).mailbox.kind).toBe('none')

    await mail.assistant.useSample('ada')
    await mail.assistant.useSample('ada')
    expect(await mail.assistant.status('ada')).toMatchObject({ connected: true, emails: [] })
    await mail.syncToEnd()

    const again = await mail.reopen()
    expect(await again.emails()).toHaveLength(2)
    expect((await again.assistant.status('bob')).mailbox.kind).toBe('none')
    expect(new Set(anchors.map((anchor) => anchor.getTime())).size).toBe(1)
  })

  it('goes with all that was stored of it and created from it', async () => {
    const mail = await startMail(sample())
    mail.analysis.answer = async () => ({ finding, proposals: [proposal] })
    await mail.assistant.useSample('ada')
    await mail.syncToEnd()
    const ids = (await mail.emails()).map(({ id }) => id)

    await mail.assistant.leaveSample('ada')

    expect(await mail.assistant.status('ada')).toMatchObject({
      connected: false,
      emails: [],
      mailbox: { kind: 'none' },
    })
    expect(mail.calendar.forgotten).toEqual(ids)
    const left = await readdir(join(mail.folder, 'mail'), { withFileTypes: true })
    expect(left.filter((entry) => entry.isDirectory())).toEqual([])
    expect((await (await mail.reopen()).assistant.status('ada')).mailbox.kind).toBe('none')
  })

  it('ends a sync that runs when it is left', async () => {
    const mail = await startMail(sample())
    await mail.assistant.useSample('ada')
    const analyses = mail.analysis.hold(1)
    await mail.assistant.sync('ada')
    await mail.passUntil(analyses.reached)

    await mail.passUntil(mail.assistant.leaveSample('ada'))

    expect(mail.told('sync-complete', 'sync-error')).toHaveLength(1)
    expect(await mail.emails()).toEqual([])
    expect(mail.failures).toEqual([])
  })

  it('takes its events out of the calendar once nothing can bring any more', async () => {
    const mail = await startMail(sample())
    await mail.assistant.useSample('ada')
    const analyses = mail.analysis.hold(1)
    await mail.assistant.sync('ada')
    await mail.passUntil(analyses.reached)
    let ended = 0
    mail.calendar.forgetMails = async () => {
      ended = mail.told('sync-complete', 'sync-error').length
    }

    await mail.passUntil(mail.assistant.leaveSample('ada'))

    expect(ended).toBe(1)
  })

  it('stays where its events cannot be taken out', async () => {
    const mail = await startMail(sample())
    await mail.assistant.useSample('ada')
    await mail.syncToEnd()
    const before = (await mail.emails()).map(({ id }) => id)
    mail.calendar.forgetMails = async () => {
      throw new AppError('CAL_UNREACHABLE', 'It cannot be reached.')
    }

    await expect(mail.assistant.leaveSample('ada')).rejects.toMatchObject({
      code: 'CAL_UNREACHABLE',
    })

    await mail.syncToEnd()
    expect((await mail.emails()).map(({ id }) => id)).toEqual(before)
    expect(mail.told('sync-complete')).toHaveLength(2)
  })

  it('is where accounts begin that have no other, until they leave it', async () => {
    const mail = await startMail({ ...sample(), startsWithSample: true })

    expect(await mail.assistant.status('ada')).toMatchObject({
      connected: true,
      mailbox: { kind: 'sample' },
    })
    await mail.syncToEnd()
    await mail.assistant.leaveSample('ada')

    expect((await mail.assistant.status('ada')).mailbox.kind).toBe('none')
    expect((await (await mail.reopen()).assistant.status('ada')).mailbox.kind).toBe('none')
  })

  it('is refused to the owner of a mailbox', async () => {
    const mail = await startMail({ startsWithSample: true })

    await expect(mail.assistant.useSample('ada')).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
    expect((await mail.assistant.status('ada')).mailbox.kind).toBe('imap')
  })

  it('makes room for a mailbox that is configured later', async () => {
    const first = await startMail(sample())
    await first.assistant.useSample('ada')
    await first.syncToEnd()
    const ids = (await first.emails()).map(({ id }) => id)

    const second = await first.reopen({ openConfigured: () => first.mailbox })
    await second.settle()

    expect(await second.assistant.status('ada')).toMatchObject({
      emails: [],
      mailbox: { kind: 'imap' },
    })
    expect(second.calendar.forgotten).toEqual(ids)
    const third = await second.reopen({ openConfigured: undefined })
    expect((await third.assistant.status('ada')).mailbox.kind).toBe('none')
  })
})

describe('a mailbox that the account has connected', () => {
  /** What ada has connected, which a test changes. */
  function connected() {
    const own: { mailbox: ScriptedMailbox | undefined } = { mailbox: undefined }
    return {
      own,
      openOwn: async (userId: string) => (userId === 'ada' ? own.mailbox : undefined),
      ownUsers: () => (own.mailbox ? ['ada'] : []),
    }
  }

  function another(...numbers: readonly number[]): ScriptedMailbox {
    const mailbox = new ScriptedMailbox({ identity: `imap://other@mail.example/INBOX` })
    mailbox.deliver(...numbers.map((number) => plainMail({ number, subject: `Other ${number}` })))
    return mailbox
  }

  it('rests while one is configured for its owner, and comes before the sample', async () => {
    const { own, ...parts } = connected()
    own.mailbox = another(1)
    const mail = await startMail({ ...parts, startsWithSample: true })
    mail.deliver(7)
    await mail.syncToEnd()
    expect((await mail.emails()).map(({ subject }) => subject)).toEqual(['Your application 7'])

    const alone = await mail.reopen({ openConfigured: undefined })
    await alone.syncToEnd()

    expect((await alone.emails()).map(({ subject }) => subject)).toEqual(['Other 1'])
    await expect(alone.assistant.useSample('ada')).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
  })

  it('takes the place of the sample, which goes with its events', async () => {
    const { own, ...parts } = connected()
    const mail = await startMail({ ...sample(), ...parts })
    await mail.assistant.useSample('ada')
    await mail.syncToEnd()
    const ids = (await mail.emails()).map(({ id }) => id)

    await mail.passUntil(
      mail.assistant.changeMailbox('ada', async () => {
        own.mailbox = another(1)
      }),
    )
    mail.assistant.takeUp('ada')
    await mail.settle()

    expect((await mail.emails()).map(({ subject }) => subject)).toEqual(['Other 1'])
    expect(mail.calendar.forgotten).toEqual(ids)
    const again = await mail.reopen({ ...parts, openOwn: async () => undefined })
    expect((await again.assistant.status('ada')).mailbox.kind).toBe('none')
  })

  it('is opened once, also where somebody asks while it is connected', async () => {
    const { own, ...parts } = connected()
    const opened: ScriptedMailbox[] = []
    const mail = await startMail({
      ...parts,
      openConfigured: undefined,
      async openOwn(userId) {
        const mailbox = await parts.openOwn(userId)
        if (mailbox) opened.push(mailbox)
        return mailbox
      },
    })

    await mail.assistant.changeMailbox('ada', async () => {
      own.mailbox = another(1)
      expect((await mail.assistant.status('ada')).connected).toBe(true)
    })
    await mail.syncToEnd()

    expect(opened).toHaveLength(1)
    expect(await mail.emails()).toHaveLength(1)
  })

  it('ends what runs on the one before, of which nothing is seen any more', async () => {
    const { own, ...parts } = connected()
    const before = new ScriptedMailbox({ identity: 'imap://before@mail.example/INBOX' })
    before.deliver(plainMail({ number: 7, subject: 'Before' }), plainMail({ number: 8 }))
    own.mailbox = before
    const mail = await startMail({ ...parts, openConfigured: undefined })
    const analyses = mail.analysis.hold(1)
    await mail.assistant.sync('ada')
    await mail.passUntil(analyses.reached)

    await mail.passUntil(
      mail.assistant.changeMailbox('ada', async () => {
        own.mailbox = another(1, 2, 3)
      }),
    )
    analyses.release()
    const told = mail.realtime.told.length
    mail.assistant.takeUp('ada')
    await mail.settle()

    expect(mail.told('sync-complete', 'sync-error').length).toBe(2)
    expect((await mail.emails()).map(({ subject }) => subject)).toEqual([
      'Other 3',
      'Other 2',
      'Other 1',
    ])
    const after = JSON.stringify(mail.realtime.told.slice(told))
    expect(after).toContain('Other 3')
    expect(after).not.toContain('Before')
    expect(before.isClosed).toBe(true)
    expect(mail.failures).toEqual([])
  })

  it('stays what it was where the change could not be stored', async () => {
    const mail = await startMail(connected())
    mail.deliver(7)
    await mail.syncToEnd()

    const change = async () => {
      throw new AppError('STORE_FULL', 'The disk is full.')
    }
    await expect(mail.assistant.changeMailbox('ada', change)).rejects.toMatchObject({
      code: 'STORE_FULL',
    })

    expect(await mail.emails()).toHaveLength(1)
    await mail.syncToEnd()
    expect(mail.told('sync-complete')).toHaveLength(2)
  })

  it('goes with all that was stored of it', async () => {
    const { own, ...parts } = connected()
    own.mailbox = another(1)
    const mail = await startMail({ ...parts, openConfigured: undefined })
    await mail.syncToEnd()
    expect(await mail.emails()).toHaveLength(1)

    await mail.passUntil(
      mail.assistant.changeMailbox(
        'ada',
        async () => {
          own.mailbox = undefined
        },
        { isForgotten: true },
      ),
    )
    expect(await mail.emails()).toEqual([])
    expect((await mail.assistant.status('ada')).mailbox.kind).toBe('none')
    expect(mail.calendar.forgotten).toEqual([])

    own.mailbox = another()
    const again = await mail.reopen()
    expect(await again.emails()).toEqual([])
  })
})
