import type { EventProposal } from '@shortlist/contracts/calendar'
import { SUMMARY_MAX_CHARACTERS } from '@shortlist/contracts/limits'
import type { Email, Finding } from '@shortlist/contracts/mail'
import { AppError } from '../errors.ts'
import type { AccountMail } from './account-mail.ts'
import { mergeProposals } from './dates/merge-proposals.ts'
import { placeNow } from './place-events.ts'
import type { ReadMessage, TimeContext } from './ports.ts'
import type { StoredMail } from './store/mail-records.ts'
import type { FoundInMail } from './store/mail-store.ts'

/**
 * Analyses one mail and stores what was found, or why it failed; resolves to whether it was found.
 * Rejects when `signal` is aborted, and with `STORE_FULL` or `STORE_READONLY`.
 */
export async function analyzeMail(
  account: AccountMail,
  mail: StoredMail,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, parts } = account
  const { id } = mail.row
  try {
    const found = await findIn(account, mail, signal)
    if (await store.mails.has(id)) await store.saveFinding(id, found)
    parts.pace.succeeded()
    return true
  } catch (failure) {
    signal.throwIfAborted()
    if (failure instanceof AppError && failure.code.startsWith('STORE_')) throw failure
    account.logFailure('warn', failure, 'the analysis of a mail has failed')
    const isKnown = failure instanceof AppError
    const sentence = isKnown ? failure.message : 'The analysis of this email has failed.'
    // a retry or the next sync tries again
    if (await store.mails.has(id)) await store.save({ id, kind: 'failure', sentence })
    return false
  }
}

/**
 * What an analysis finds in a mail; nothing is stored. Throws `NOT_FOUND` where its text is neither
 * stored nor in the mailbox any more, what the mailbox throws, and the reason of the signal.
 */
export async function findIn(
  account: AccountMail,
  mail: StoredMail,
  signal: AbortSignal,
): Promise<FoundInMail> {
  const { parts } = account
  const message = await account.message(mail.row.id)
  if (message.problem !== null) {
    const finding = plainFinding(message.problem)
    return { finding, isSuspicious: false, proposals: [], missedAt: null }
  }
  const { date: sentAt, dateOffset } = mail.row
  const time = { userZone: parts.userZone, sentAt, dateOffset }
  const explicit = await datesOf(message, time)
  const appointments = mergeProposals({ ...explicit, text: [] })
  const analyzed = await parts.analyze({ message, time, appointments }, signal)
  const { finding, proposals, isStandIn } = analyzed
  // the analysis has loaded them, with the tables that the start of the daemon does without
  const [{ cleanProposals }, { isSuspicious }] = await Promise.all([
    import('./analysis/clean-finding.ts'),
    import('./analysis/is-suspicious.ts'),
  ])
  const merged = mergeProposals({ ...explicit, text: proposals })
  return {
    finding,
    isSuspicious: isSuspicious(message),
    proposals: cleanProposals(merged, message),
    missedAt: isStandIn ? (mail.missedAt ?? parts.now().toISOString()) : null,
  }
}

/** The analysis of a mail in which nothing can be read; it says so. */
function plainFinding(sentence: string): Finding {
  return {
    priority: 'low',
    category: 'other',
    sentiment: 'neutral',
    hasInterview: false,
    hasDeadline: false,
    summary: sentence.slice(0, SUMMARY_MAX_CHARACTERS),
    actionItems: [],
    draftResponse: '',
    analyzer: 'rules',
  }
}

/** Appointments of a mail's invitations and JSON-LD; their readers are loaded with the first one. */
async function datesOf({ invitations, jsonLd }: ReadMessage, time: TimeContext) {
  const none: readonly EventProposal[] = []
  return {
    invitations: invitations.length
      ? (await import('./dates/read-invitations.ts')).readInvitations(invitations, time)
      : none,
    jsonLd: jsonLd.length
      ? (await import('./dates/read-json-ld.ts')).readJsonLd(jsonLd, time)
      : none,
  }
}

/** It was asked for by hand, so it goes before everything that waits. */
const FIRST = Number.MAX_SAFE_INTEGER

/**
 * Analyses a mail now whose analysis has failed or is still to come; one that is analysed stays as
 * it is. Its appointments are placed where the calendar is there. Throws `NOT_FOUND`.
 */
export async function retryMail(account: AccountMail, id: string): Promise<Email> {
  const { finding } = await account.mail(id)
  const running = account.inFlight.get(id)
  if (running) await running
  else if (!finding) await account.parts.pace.run(FIRST, () => analyze(account, id))
  return account.email(id)
}

async function analyze(account: AccountMail, id: string): Promise<void> {
  const running = account.inFlight.get(id)
  if (running) return running
  await account.analyzing(id, async () => {
    const mail = await account.store.mails.get(id)
    if (!mail || mail.finding) return
    if (await analyzeMail(account, mail, account.closing)) await placeNow(account, id)
    await account.tellChanged([id])
  })
}
