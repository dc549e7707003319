import type { MailEvent } from '@shortlist/contracts/calendar'
import { Email } from '@shortlist/contracts/mail'
import { expect, it } from 'vitest'
import { finding } from '../../test/scripted-analysis.ts'
import { emailOf } from './account-mail.ts'
import { type MailRow, newlyStored } from './store/mail-records.ts'

const row: MailRow = {
  id: '0123456789abcdef',
  uid: 1,
  epoch: 0,
  date: '2026-09-01T10:00:00.000Z',
  dateOffset: 120,
  storedAt: '2026-10-01T00:00:00.000Z',
  subject: 'Hello',
  from: { name: 'Dana Reyes', address: 'dana@northwind.example' },
  replyTo: null,
  to: [],
  messageId: '<1@northwind.example>',
  references: [],
  threadKey: 'thread',
  preview: `${'word '.repeat(40).trim()}...`,
  warnings: ['hidden-text'],
}
const event: MailEvent = {
  id: 'event1',
  summary: 'Interview',
  startTime: '2026-12-01T09:00:00.000Z',
  endTime: '2026-12-01T10:00:00.000Z',
  location: 'Zürich',
  link: 'https://calendar.example/1',
  time: { kind: 'day', start: '2026-12-01', end: '2026-12-02' },
  state: 'created',
  reason: null,
  source: 'rules',
  evidence: 'on 1 December',
  hasIcs: true,
}
const context = { events: [], webLink: '', lastSync: null }

it('shows a mail that waits for its analysis', () => {
  const email = emailOf(newlyStored(row), context)

  expect(Email.parse(email)).toEqual(email)
  expect(email).toMatchObject({
    from: 'Dana Reyes <dana@northwind.example>',
    replyTo: 'dana@northwind.example',
    status: 'pending',
    analysis: null,
    summary: null,
    warnings: ['hidden-text'],
  })
  expect(email.snippet.length).toBeLessThan(email.bodyPreview.length)
})

it.each([
  [{ name: '', address: 'dana@northwind.example' }, 'dana@northwind.example'],
  [{ name: 'dana@northwind.example', address: 'dana@northwind.example' }, 'dana@northwind.example'],
  [{ name: 'Dana', address: '' }, 'Dana'],
  [{ name: '', address: '' }, ''],
])('shows the sender %o as "%s"', (from, shown) => {
  expect(emailOf(newlyStored({ ...row, from }), context).from).toBe(shown)
})

it('answers to the address that the mail asks for', () => {
  const replyTo = { name: '', address: 'jobs@northwind.example' }

  expect(emailOf(newlyStored({ ...row, replyTo }), context).replyTo).toBe(replyTo.address)
})

it('puts created events into the analysis and all of them onto the card', () => {
  const waiting: MailEvent = { ...event, id: 'event2', state: 'waiting' }
  const mail = { ...newlyStored(row), finding, isSuspicious: true }

  const email = emailOf(mail, { ...context, events: [event, waiting] })

  expect(Email.parse(email)).toEqual(email)
  expect(email.events).toEqual([event, waiting])
  const { summary, startTime, endTime, location, link } = event
  expect(email.analysis?.calendarEvents).toEqual([{ summary, startTime, endTime, location, link }])
  expect(email.warnings).toEqual(['suspicious', 'hidden-text'])
})
