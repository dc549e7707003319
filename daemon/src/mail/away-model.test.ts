import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type MailSettings, type MailUnderTest, startMail } from '../../test/mail-under-test.ts'
import { finding, proposal } from '../../test/scripted-analysis.ts'
import { ScriptedMailbox } from '../../test/scripted-mailbox.ts'
import { RecordStore } from '../platform/projection/record-store.ts'
import type { ModelUse } from './account-mail.ts'
import { openMailByModel } from './connect/mail-by-model.ts'
import { openMailRecords } from './store/mail-projection.ts'

const byModel = {
  finding: { ...finding, summary: 'By the model.', analyzer: 'model' as const },
  proposals: [],
}
const standIn = { finding, proposals: [], isStandIn: true }

const DAY = 24 * 3_600_000

/** Mails that the rules have analysed while the model was away. */
async function withMissed(count: number, settings: MailSettings = {}) {
  const mail = await startMail({ concurrency: 1, ...settings })
  mail.analysis.answer = async () => standIn
  mail.deliver(...Array.from({ length: count }, (_, at) => at + 1))
  mail.assistant.start()
  await mail.syncToEnd()
  return mail
}

async function offerAgain(mail: MailUnderTest) {
  mail.clock.pass(300_000)
  await mail.settle()
}

/** The texts on the disk, as they stand there. */
async function textsOf({ folder }: MailUnderTest): Promise<string> {
  const texts: string[] = []
  for await (const file of glob(join(folder, 'records', 'mail-texts', '*.jsonl')))
    texts.push(await readFile(file, 'utf8'))
  return texts.join('')
}

const summaries = async (mail: MailUnderTest) => (await mail.emails()).map(({ summary }) => summary)

it('offers mails to a model that was away, newest first, and keeps their texts until then', async () => {
  const mail = await withMissed(3)
  expect(await summaries(mail)).toEqual(Array(3).fill('A letter.'))
  expect(mail.told('sync-complete')).toMatchObject([{ payload: { analyzed: 3, missed: 3 } }])
  expect(await textsOf(mail)).toContain('Your application 1')

  mail.analysis.answer = async () => ({ ...byModel, proposals: [proposal] })
  const asked = mail.analysis.asked.length
  await offerAgain(mail)

  expect(mail.analysis.asked.slice(asked)).toEqual([3, 2, 1].map((n) => `Your application ${n}`))
  expect(await summaries(mail)).toEqual(Array(3).fill('By the model.'))
  expect((await mail.emails())[0]?.events).toHaveLength(1)
  expect(mail.told('email-changed').slice(-3)).toHaveLength(3)
  expect(await textsOf(mail)).toBe('')
  await offerAgain(mail)
  expect(mail.analysis.asked).toHaveLength(asked + 3)
})

it('leaves what the user has set by hand', async () => {
  const mail = await withMissed(1)
  const [{ id } = { id: '' }] = await mail.emails()
  await mail.assistant.correct('ada', id, { category: 'event' })
  mail.analysis.answer = async () => byModel

  await offerAgain(mail)

  expect(await mail.emails()).toMatchObject([{ category: 'event', summary: 'By the model.' }])
})

it('stops at once while the model is still away, and goes on after a restart', async () => {
  const before = await withMissed(5)
  const asked = before.analysis.asked.length
  await offerAgain(before)
  expect(before.analysis.asked.length - asked).toBe(2)
  expect(await summaries(before)).toEqual(Array(5).fill('A letter.'))

  const mail = await before.reopen()
  mail.analysis.answer = async () => byModel
  mail.assistant.start()
  await mail.settle()

  expect(await summaries(mail)).toEqual(Array(5).fill('By the model.'))
  expect(mail.mailbox.fetches).toBe(5)
})

it('offers a mail once that fails alone, so that it holds up no other', async () => {
  const mail = await withMissed(3)
  mail.analysis.answer = async ({ message }) => (message.subject.endsWith('3') ? standIn : byModel)
  await offerAgain(mail)
  const asked = mail.analysis.asked.length
  await offerAgain(mail)

  expect(await summaries(mail)).toEqual(['A letter.', 'By the model.', 'By the model.'])
  expect(mail.analysis.asked).toHaveLength(asked)
  expect(await textsOf(mail)).toBe('')
})

it('keeps no text where no model is chosen any more, and reads the mail again for one', async () => {
  const before = await withMissed(2)
  const none = await before.reopen({ hasModel: () => false })
  const asked = none.analysis.asked.length
  none.assistant.start()
  await none.settle()
  expect(await textsOf(none)).toBe('')
  expect(none.analysis.asked).toHaveLength(asked)

  const mail = await none.reopen({ hasModel: () => true })
  mail.analysis.answer = async () => byModel
  mail.assistant.start()
  await mail.settle()

  expect(await summaries(mail)).toEqual(Array(2).fill('By the model.'))
  expect(mail.mailbox.fetches).toBe(4)
})

it('keeps a text for seven days at most', async () => {
  let now = Date.UTC(2026, 9, 1)
  const mail = await withMissed(1, { now: () => new Date(now) })
  now += 7 * DAY - 1
  await offerAgain(mail)
  expect(await textsOf(mail)).toContain('Your application 1')

  now += 1
  await offerAgain(mail)
  expect(await textsOf(mail)).toBe('')
  mail.analysis.answer = async () => byModel
  await offerAgain(mail)
  expect(await summaries(mail)).toEqual(['By the model.'])
})

it('lets a mail be that has left the mailbox', async () => {
  const mail = await withMissed(1, { now: () => new Date() })
  const none = await mail.reopen({ hasModel: () => false })
  none.assistant.start()
  await none.settle()
  mail.mailbox.delete(1)

  const again = await none.reopen({ hasModel: () => true })
  const asked = again.analysis.asked.length
  again.assistant.start()
  await again.settle()
  await offerAgain(again)

  expect(again.analysis.asked).toHaveLength(asked)
})

it.each([
  ['another one is configured', { mailbox: new ScriptedMailbox({ identity: 'other' }) }],
  ['none is configured', { openConfigured: undefined }],
] as const)('keeps no text of a mailbox that is left since %s', async (_, settings) => {
  const before = await withMissed(2)

  const mail = await before.reopen(settings as MailSettings)
  await mail.settle()

  expect(await textsOf(mail)).toBe('')
})

it('leaves the mails to the rules whose account lets no model read them', async () => {
  let isAllowed = true
  const mail = await withMissed(1, {
    modelUse: (userId) => (userId === 'ada' && isAllowed ? 'allowed' : 'refused'),
  })
  expect(await textsOf(mail)).toContain('Your application 1')
  const asked: [subject: string, isForRules: boolean | undefined][] = []
  mail.analysis.answer = async ({ message, isForRules }) => {
    asked.push([message.subject, isForRules])
    return byModel
  }

  isAllowed = false
  await offerAgain(mail)
  expect(asked).toEqual([])
  expect(await textsOf(mail)).toBe('')

  mail.deliver(2)
  await mail.syncToEnd()
  isAllowed = true
  mail.deliver(3)
  await mail.syncToEnd()
  // the first one is offered again at a time of its own
  expect(asked.filter(([subject]) => subject !== 'Your application 1')).toEqual([
    ['Your application 2', true],
    ['Your application 3', false],
  ])
})

it('lets the rules read until its user is asked, and then what they have read at once', async () => {
  let use: ModelUse = 'unasked'
  const mail = await withMissed(0, { modelUse: () => use })
  const asked: (boolean | undefined)[] = []
  mail.analysis.answer = async ({ isForRules }) => {
    asked.push(isForRules)
    return isForRules ? { finding, proposals: [] } : byModel
  }
  mail.deliver(1, 2)
  await mail.syncToEnd()
  await offerAgain(mail)
  expect(asked).toEqual([true, true])
  expect(mail.told('sync-complete').at(-1)).toMatchObject({ payload: { analyzed: 2, missed: 0 } })
  expect(await mail.assistant.countOffered('ada')).toBe(2)
  expect(await textsOf(mail)).toContain('Your application 1')

  use = 'allowed'
  mail.assistant.offer('ada')
  await mail.settle()

  expect(await summaries(mail)).toEqual(Array(2).fill('By the model.'))
  expect(await mail.assistant.countOffered('ada')).toBe(0)
})

it('has nobody asked about mails that are made up, or where rules are all there is', async () => {
  const modelUse = () => 'unasked' as const
  for (const settings of [
    { modelUse, mailbox: new ScriptedMailbox({ kind: 'sample' }) },
    { modelUse, hasModel: () => false },
  ]) {
    const mail = await startMail(settings)
    mail.deliver(1)
    await mail.syncToEnd()
    expect(await mail.assistant.countOffered('ada')).toBe(0)
  }
})

it('takes an account for one that has agreed whose mails a model has read before it was asked', async () => {
  for (const [analyzed, use] of [
    [byModel, 'allowed'],
    [{ finding, proposals: [] }, 'unasked'],
  ] as const) {
    const mail = await startMail()
    mail.analysis.answer = async () => analyzed
    mail.deliver(1, 2)
    await mail.syncToEnd()
    await mail.close()
    const { folder } = mail
    const store = new RecordStore({ folder, report() {} })
    const records = await openMailRecords(store)
    const open = () => openMailByModel({ folder, report() {}, records, byDefault: false })

    const choices = await open()
    expect(choices.use('ada')).toBe(use)
    await choices.allow('ada', use === 'unasked')
    expect((await open()).use('ada')).toBe(use === 'unasked' ? 'allowed' : 'refused')
    await store.close()
  }
})
