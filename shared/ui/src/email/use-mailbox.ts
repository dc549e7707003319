import type { MailStatus } from '@shortlist/contracts/mail'
import { useQueryClient } from '@tanstack/react-query'
import { useClient } from '../client-provider.tsx'
import { mailStatusKey } from './mail-status.ts'
import { setupCopy } from './setup-copy.ts'
import { useAction } from './use-action.ts'

/** What a user can do about the mailbox: try it again, or read the sample instead. */
export function useMailbox() {
  const { mail } = useClient()
  const cache = useQueryClient()

  async function take(call: () => Promise<MailStatus>): Promise<void> {
    const askedAt = Date.now()
    const status = await call()
    await cache.cancelQueries({ queryKey: mailStatusKey })
    cache.setQueryData(mailStatusKey, { ...status, askedAt })
  }

  return {
    check: useAction(() => take(mail.connect), setupCopy.changeFailed),
    enterSample: useAction(() => take(mail.useSample), setupCopy.changeFailed),
    leaveSample: useAction(() => take(mail.leaveSample), setupCopy.changeFailed),
  }
}
