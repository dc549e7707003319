import type { Email } from '@shortlist/contracts/mail'
import { type RefObject, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { ScrollToIndexOpts } from 'virtua'
import type { EmailRowsProps } from './email-look.ts'
import { focusCard } from './focus-card.ts'
import type { WindowedRows } from './windowed-row.tsx'

interface Scrollable {
  scrollToIndex(index: number, options?: ScrollToIndexOpts): void
}

interface RowsOfList<Handle> {
  readonly list: RefObject<Handle | null>
  /** What the rows have to know. */
  readonly rows: WindowedRows
}

/** Lets `ref` bring any email to sight in a list of which only a part exists. */
export function useWindowedRows<Handle extends Scrollable>(
  emails: readonly Email[],
  ref: EmailRowsProps['ref'],
): RowsOfList<Handle> {
  const list = useRef<Handle>(null)
  const [wanted, setWanted] = useState<WindowedRows['wanted']>(null)
  const size = emails.length
  const rows = useMemo(() => ({ size, wanted, onFocused: () => setWanted(null) }), [size, wanted])

  useImperativeHandle(ref, () => ({
    focus(emailId) {
      const index = emails.findIndex(({ id }) => id === emailId)
      if (index === -1 || focusCard(emailId)) return
      setWanted({ index, emailId })
      list.current?.scrollToIndex(index, { align: 'nearest' })
    },
  }))

  return { list, rows }
}
