import { use, useRef } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useTopWithin } from '../primitives/use-top-within.ts'
import type { EmailRowsProps } from './email-look.ts'
import { ScrollerContext } from './scroller-context.ts'
import { useWindowedRows } from './use-windowed-rows.ts'
import { RowsContext, WindowedRow } from './windowed-row.tsx'

/** What a card is taken for that nobody has measured yet, in pixels: a folded one. */
const CARD_HEIGHT = 136

/** As `WindowedEmails`, where it is not the page that scrolls but the element of `ScrollerContext`. */
export function ScrolledEmails({ emails, renderEmail, ref }: EmailRowsProps) {
  const scroller = use(ScrollerContext)
  const start = useRef<HTMLDivElement>(null)
  const top = useTopWithin(scroller, start)
  const { list, rows } = useWindowedRows<VirtualizerHandle>(emails, ref)
  return (
    <RowsContext value={rows}>
      <div ref={start} />
      <Virtualizer
        ref={list}
        scrollRef={scroller}
        startMargin={top}
        as="ul"
        item={WindowedRow}
        itemSize={CARD_HEIGHT}
        data={emails}
      >
        {renderEmail}
      </Virtualizer>
    </RowsContext>
  )
}
