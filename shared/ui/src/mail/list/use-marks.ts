import type { MarkRequest } from '@shortlist/contracts/mail-rows'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../client-provider.tsx'
import { describeFailure } from '../../describe-failure.ts'
import { useUndo } from '../../shell/undo.tsx'
import { notify } from '../../toasts/notify.ts'
import { mailCopy } from '../mail-copy.ts'
import { rereadRows } from '../mail-status.ts'

/** Which mails are marked, and as what. */
export type Marking = Omit<MarkRequest, 'changeId'>

/** Marks mails, offers to undo that, and says so where it fails. */
export function useMarks() {
  const { mail } = useClient()
  const cache = useQueryClient()
  const { offer } = useUndo()

  return useMemo(() => {
    /**
     * Resolves to whether it is stored; the rows follow. `tell` says what was done to so many
     * mails.
     */
    return async function mark(marking: Marking, tell: (count: number) => string) {
      const changeId = crypto.randomUUID()
      try {
        const { changed } = await mail.mark({ changeId, ...marking })
        offer({
          text: tell(changed),
          async undo() {
            await mail.unmark(changeId)
            await rereadRows(cache)
          },
        })
        return true
      } catch (cause) {
        notify('error', describeFailure(cause, mailCopy.markFailed))
        return false
      } finally {
        await rereadRows(cache)
      }
    }
  }, [mail, cache, offer])
}
