import { AppError } from '../errors.ts'

export interface SyncFailure {
  /** What the screens are told. */
  readonly sentence: string
  /** What the call is answered where nothing was read. */
  readonly answer: AppError
  /** True for a mistake of our own. */
  readonly isUnexpected: boolean
}

/** What a sync that did not come to its end says, and to whom. */
export function syncFailure(
  failure: unknown,
  { isClosing, isCancelled }: { readonly isClosing: boolean; readonly isCancelled: boolean },
): SyncFailure {
  if (isClosing) return expected(new AppError('NOT_AVAILABLE', 'The server is stopping.'))
  if (isCancelled) return expected(new AppError('MAIL_SYNC', 'Sync cancelled'))
  if (!(failure instanceof AppError)) {
    const sentence = 'The sync has failed unexpectedly. Please try again.'
    return { ...expected(new AppError('INTERNAL', sentence)), isUnexpected: true }
  }
  if (failure.code === 'CAL_TOKEN_REVOKED') {
    // clients look for "Google Calendar tokens" (specification, section 4)
    const sentence =
      'Google Calendar tokens have expired or were revoked. Please reconnect your calendar.'
    return { ...expected(failure), sentence }
  }
  const isOfMailbox = failure.code.startsWith('IMAP_') || failure.code.startsWith('MAIL_')
  if (!isOfMailbox) return expected(failure)
  const detail = failure.message
  const general = 'Failed to sync emails via IMAP'
  const answer = new AppError('MAIL_SYNC', general, { cause: failure, detail })
  return { ...expected(failure), answer }
}

function expected(failure: AppError): SyncFailure {
  return { sentence: failure.message, answer: failure, isUnexpected: false }
}
