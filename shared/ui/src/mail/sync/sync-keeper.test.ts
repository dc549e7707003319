import { anAnalysis, anAnalyzedEmail, anEmail } from '@shortlist/client/testing/mail-samples'
import { describe, expect, it } from 'vitest'
import { noSync, type SyncState } from './mail-sync.ts'
import { reduceSync, type SyncChange } from './sync-keeper.tsx'

const of = { emailId: 'mail-0001', totalToAnalyze: 12 }
const asked = { type: 'asked', at: 1000 } as const
const answered: SyncChange = {
  type: 'answered',
  at: 1100,
  reply: {
    emails: [anAnalyzedEmail(), anEmail({ id: 'mail-0002' }), anEmail({ id: 'mail-0003' })],
    status: 'preliminary',
    analysisInProgress: true,
    performance: { totalFetched: 3, newStored: 2 },
  },
}
const analyzing: SyncChange = {
  type: 'analyzing',
  at: 1200,
  ...of,
  subject: 'Interview',
  analyzedCount: 6,
}
const progress: SyncChange = { type: 'progress', analyzed: 3, total: 9, at: 1200 }
const cancelled: SyncChange = { type: 'cancelled', analyzed: 7, total: 12, at: 2000 }
const complete: SyncChange = {
  type: 'complete',
  totalFetched: 12,
  newStored: 12,
  analyzed: 12,
  failed: 1,
  eventsCreated: 2,
  lastSync: '2026-11-21T09:31:00.000Z',
  at: 3000,
}
const running = {
  analyzed: 4,
  total: 12,
  emailId: 'mail-0005',
  subject: 'Offer',
  startedAt: '2026-11-21T09:30:00.000Z',
  isCancelling: false,
}

function analyzed(analyzedCount: number): SyncChange {
  return { type: 'analyzed', at: 1300, ...of, analyzedCount, analysis: anAnalysis() }
}

function after(...changes: readonly SyncChange[]): SyncState {
  return changes.reduce(reduceSync, noSync)
}

describe('a sync', () => {
  it.each<[string, readonly SyncChange[], Partial<SyncState>]>([
    ['is busy at once', [asked], { phase: 'syncing', total: 0, startedAt: 1000, error: null }],
    ['counts the preliminary mails', [asked, answered], { analyzed: 1, total: 3 }],
    ['keeps what an event has counted', [asked, analyzing, answered], { analyzed: 6, total: 12 }],
    [
      'names the mail that was begun',
      [asked, analyzing],
      { analyzed: 6, total: 12, current: { emailId: 'mail-0001', subject: 'Interview' } },
    ],
    ['takes the count of the event', [asked, analyzing, analyzed(7)], { analyzed: 7, total: 12 }],
    ['adds one where the event has none', [asked, analyzing, analyzed(0)], { analyzed: 7 }],
    ['takes progress as it is', [asked, analyzing, progress], { analyzed: 3, total: 9 }],
    ['shows one that another window has begun', [analyzing], { phase: 'syncing', startedAt: 1200 }],
    [
      'is over when it is complete',
      [asked, analyzing, analyzed(12), complete],
      {
        phase: 'idle',
        analyzed: 0,
        total: 0,
        startedAt: null,
        done: [{ emailId: 'mail-0001', priority: 'high' }],
        outcome: { kind: 'done', analyzed: 12, failed: 1, eventsCreated: 2, at: 3000 },
      },
    ],
    [
      'is over when it fails',
      [asked, analyzing, { type: 'failed', error: 'Mailbox lost' }],
      { phase: 'idle', total: 0, error: 'Mailbox lost' },
    ],
    [
      'is over when it is refused',
      [asked, { type: 'refused', error: 'Failed to sync Gmail' }],
      { phase: 'idle', error: 'Failed to sync Gmail' },
    ],
    ['does not begin again by a late answer', [asked, complete, answered], { phase: 'idle' }],
    ['does not begin again by a late analysis', [asked, complete, analyzed(3)], { phase: 'idle' }],
    [
      'forgets its error when it is dismissed',
      [asked, { type: 'refused', error: 'No' }, { type: 'dismissed' }],
      { error: null },
    ],
    [
      'forgets the last one when it begins',
      [asked, cancelled, { type: 'asked', at: 4000 }],
      { outcome: null, startedAt: 4000, done: [] },
    ],
  ])('%s', (_, changes, expected) => {
    expect(after(...changes)).toMatchObject(expected)
  })
})

describe('cancelling a sync', () => {
  it.each<[string, readonly SyncChange[], Partial<SyncState>]>([
    ['says so', [asked, { type: 'cancelling' }], { phase: 'cancelling' }],
    [
      'goes on when it fails',
      [asked, { type: 'cancelling' }, { type: 'cancel-failed' }],
      { phase: 'syncing' },
    ],
    [
      'ends with what was done',
      [asked, { type: 'cancelling' }, cancelled],
      { phase: 'idle', outcome: { kind: 'cancelled', analyzed: 7, total: 12, at: 2000 } },
    ],
    [
      'is not an error, although one follows for other clients',
      [asked, cancelled, { type: 'failed', error: 'Sync cancelled' }],
      { error: null, outcome: { kind: 'cancelled', analyzed: 7, total: 12, at: 2000 } },
    ],
    [
      'does not hide why the next one is refused',
      [asked, cancelled, { type: 'refused', error: 'No calendar' }],
      { error: 'No calendar' },
    ],
    ['means nothing while none runs', [{ type: 'cancelling' }], { phase: 'idle' }],
  ])('%s', (_, changes, expected) => {
    expect(after(...changes)).toMatchObject(expected)
  })
})

describe('a status', () => {
  it.each<[string, readonly SyncChange[], Partial<SyncState>]>([
    [
      'brings back a sync after a reload',
      [{ type: 'found', sync: running, askedAt: 1 }],
      {
        phase: 'syncing',
        analyzed: 4,
        total: 12,
        current: { emailId: 'mail-0005', subject: 'Offer' },
        startedAt: Date.parse(running.startedAt),
      },
    ],
    [
      'brings back that it is being cancelled',
      [{ type: 'found', sync: { ...running, isCancelling: true }, askedAt: 1 }],
      { phase: 'cancelling' },
    ],
    [
      'does not count backwards',
      [asked, analyzing, { type: 'found', sync: running, askedAt: 1500 }],
      { analyzed: 6 },
    ],
    [
      'ends a sync whose end was not heard',
      [asked, answered, { type: 'found', sync: null, askedAt: 9000 }],
      { phase: 'idle', error: null },
    ],
    [
      'from before a sync does not end it',
      [asked, answered, { type: 'found', sync: null, askedAt: 1050 }],
      { phase: 'syncing' },
    ],
    [
      'does not end a sync that was not answered yet',
      [asked, { type: 'found', sync: null, askedAt: 1050 }],
      { phase: 'syncing' },
    ],
  ])('%s', (_, changes, expected) => {
    expect(after(...changes)).toMatchObject(expected)
  })
})
