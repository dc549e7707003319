import {
  aMailEvent,
  aMailStatus,
  anAnalysis,
  anAnalyzedEmail,
  anEmail,
} from '@shortlist/client/testing/mail-samples'
import { expect, it } from 'vitest'
import { reduceMailStatus } from './mail-status.ts'

const first = anEmail()
const second = anEmail({ id: 'mail-0002', date: '2026-11-20T07:00:00.000Z' })
const status = aMailStatus({ emails: [first, second], lastSync: '2026-11-20T08:00:00.000Z' })
const of = { emailId: first.id, analyzedCount: 1, totalToAnalyze: 2 }

it('puts an analysis on its card, and leaves the other cards as they are', () => {
  const event = { ...of, analysis: anAnalysis(), events: [aMailEvent()] }

  const { emails } = reduceMailStatus(status, { name: 'email-analyzed', event })

  expect(emails[0]).toEqual(anAnalyzedEmail({ events: [aMailEvent()] }))
  expect(emails[1]).toBe(second)
})

it('warns of a mail as soon as its analysis says so', () => {
  const event = { ...of, analysis: anAnalysis(), warnings: ['suspicious' as const] }

  const { emails } = reduceMailStatus(status, { name: 'email-analyzed', event })

  expect(emails[0]?.warnings).toEqual(['suspicious'])
})

it('says that the analysis is complete where it has no summary', () => {
  const event = { ...of, analysis: anAnalysis({ summary: '' }) }

  const { emails } = reduceMailStatus(status, { name: 'email-analyzed', event })

  expect(emails[0]?.summary).toBe('Analysis complete')
})

it('keeps what the user has set by hand', () => {
  const corrected = anEmail({ priority: 'low', corrected: ['priority'] })
  const event = { ...of, analysis: anAnalysis() }

  const { emails } = reduceMailStatus(aMailStatus({ emails: [corrected] }), {
    name: 'email-analyzed',
    event,
  })

  expect(emails[0]).toMatchObject({ priority: 'low', category: 'job_interview' })
})

it('replaces a mail in its place, and puts a new one where its date belongs', () => {
  const failed = { ...second, status: 'failed' as const }
  const between = anEmail({ id: 'mail-0003', date: '2026-11-20T20:00:00.000Z' })
  const oldest = anEmail({ id: 'mail-0004', date: '2026-11-01T00:00:00.000Z' })

  const emails = [failed, between, oldest].reduce(
    (known, email) => reduceMailStatus(known, { name: 'email-changed', event: { email } }),
    status,
  ).emails

  expect(emails).toEqual([first, between, failed, oldest])
})

it('forgets a mail that is gone', () => {
  const event = { emailId: first.id }

  expect(reduceMailStatus(status, { name: 'email-removed', event }).emails).toEqual([second])
})

it('moves "Last sync" only when a sync is complete', () => {
  const syncing = { ...status, sync: { ...nothingDone, total: 2 } }
  const ended = { totalFetched: 2, newStored: 2, analyzed: 2, failed: 0, eventsCreated: 0 }
  const lastSync = '2026-11-21T09:31:00.000Z'

  const completed = reduceMailStatus(syncing, {
    name: 'sync-complete',
    event: { ...ended, lastSync },
  })
  const cancelled = reduceMailStatus(syncing, {
    name: 'sync-cancelled',
    event: { analyzed: 1, total: 2 },
  })

  expect(completed).toMatchObject({ lastSync, sync: null })
  expect(cancelled).toMatchObject({ lastSync: status.lastSync, sync: null })
})

const nothingDone = {
  analyzed: 0,
  emailId: null,
  subject: null,
  startedAt: '2026-11-21T09:30:00.000Z',
  isCancelling: false,
}
