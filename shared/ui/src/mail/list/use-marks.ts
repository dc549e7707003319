import type { MailPage, MarkRequest } from '@shortlist/contracts/mail-rows'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../client-provider.tsx'
import { describeFailure } from '../../describe-failure.ts'
import { useUndo } from '../../shell/undo.tsx'
import { notify } from '../../toasts/notify.ts'
import { mailCopy } from '../mail-copy.ts'
import { rereadRows } from '../mail-status.ts'
import { mailRowsKey } from '../view-counts.ts'

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
      showMarks(cache, marking)
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

/** Shows marks on the rows that are known before they are stored; what is read afterwards counts. */
function showMarks(cache: QueryClient, { ids, mark, until }: Marking): void {
  const marked = new Set(ids)
  cache.setQueriesData<Partial<MailPage>>({ queryKey: mailRowsKey }, (page) => {
    if (!page?.rows) return page
    return {
      ...page,
      rows: page.rows.map((row) =>
        marked.has(row.id) ? { ...row, mark, until: until ?? null } : row,
      ),
    }
  })
}
