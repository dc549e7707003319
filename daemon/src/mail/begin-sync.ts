import type { SyncReply } from '@shortlist/contracts/mail'
import { AppError } from '../errors.ts'
import type { AccountMail } from './account-mail.ts'
import { syncFailure } from './sync-failure.ts'
import { type SyncKind, SyncRun } from './sync-run.ts'

const NO_MAILBOX = 'Gmail must be connected before syncing emails'
const NO_CALENDAR =
  'Google Calendar must be connected before syncing emails. Calendar integration is required for automatic event creation.'

/**
 * Syncs an account, or joins the sync that runs. Resolves when the mails are stored; their analyses
 * follow as events. Throws `MAIL_NOT_CONNECTED` where no mailbox is set up, `MAIL_SYNC` where it
 * cannot be read, `CAL_NOT_CONNECTED`, `CAL_TOKEN_REVOKED`, `STORE_FULL` or `STORE_READONLY`.
 */
export async function beginSync(account: AccountMail | undefined): Promise<SyncReply> {
  if (!account || account.closing.aborted) throw new AppError('MAIL_NOT_CONNECTED', NO_MAILBOX)
  account.parts.warmUp?.()
  if (!account.run) {
    await checkMailbox(account)
    await checkCalendar(account)
  }
  const run = account.run ?? begin(account, { readsMailbox: true, retriesFailed: true })
  return run.answerWith(async () => {
    const [emails, waiting] = await Promise.all([
      account.emails(),
      account.store.mails.countWaiting(),
    ])
    return {
      emails,
      status: 'preliminary',
      analysisInProgress: account.run !== undefined && waiting > 0,
      performance: { totalFetched: run.fetched, newStored: run.added },
    }
  })
}

/** Goes on with a sync that a crash has cut off, where mailbox and calendar are there. */
export async function resumeSync(account: AccountMail): Promise<void> {
  const { store } = account
  if (!store.isSyncing) return
  if ((await store.mails.countWaiting()) === 0 && (await store.mails.unplaced()).length === 0)
    return
  try {
    await account.mailbox.connect(account.closing)
    await checkCalendar(account)
  } catch (failure) {
    if (failure instanceof AppError || account.closing.aborted) return
    throw failure
  }
  if (account.closing.aborted) return
  if (!account.run) begin(account, { readsMailbox: true, retriesFailed: false })
}

/** Analyses what was stored meanwhile, where syncs are used and the calendar is there. */
export async function beginAnalysis(account: AccountMail): Promise<void> {
  const { run, store, parts, userId } = account
  if (run) {
    if (run.takeUp()) return
    await run.ended
  }
  const waiting = await store.mails.waiting(0, { isFailedToo: false })
  if (waiting.length === 0 || store.lastSync === null) return
  if (account.run || account.closing.aborted) return
  if (!(await parts.appointments.status(userId)).connected) return
  begin(account, { readsMailbox: false, retriesFailed: false })
}

function begin(account: AccountMail, kind: SyncKind): SyncRun {
  const run = new SyncRun(account, kind)
  account.run = run
  account.parts.background.run(() => run.ended)
  return run
}

/** A mailbox that was out of reach a moment ago is tried once more. */
async function checkMailbox(account: AccountMail): Promise<void> {
  const { state } = account.mailbox.health()
  if (state === 'ready' || state === 'connecting') return
  try {
    await account.mailbox.connect(account.closing)
  } catch (failure) {
    throw syncFailure(failure, { isClosing: account.closing.aborted, isCancelled: false }).answer
  }
}

async function checkCalendar({ parts, userId }: AccountMail): Promise<void> {
  try {
    await parts.appointments.check(userId)
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'CAL_NOT_CONNECTED') throw cause
    throw new AppError('CAL_NOT_CONNECTED', NO_CALENDAR, { cause })
  }
}
