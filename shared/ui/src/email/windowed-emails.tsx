import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import type { EmailRowsProps } from './email-look.ts'
import { useWindowedRows } from './use-windowed-rows.ts'
import { RowsContext, WindowedRow } from './windowed-row.tsx'

/** What a card is taken for that nobody has measured yet, in pixels: an analysed one without events. */
const CARD_HEIGHT = 320

/** As a plain list, for many emails: only the cards near the visible part of the page exist. */
export function WindowedEmails({ emails, renderEmail, ref }: EmailRowsProps) {
  const { list, rows } = useWindowedRows<WindowVirtualizerHandle>(emails, ref)
  return (
    <RowsContext value={rows}>
      <WindowVirtualizer ref={list} as="ul" item={WindowedRow} itemSize={CARD_HEIGHT} data={emails}>
        {renderEmail}
      </WindowVirtualizer>
    </RowsContext>
  )
}
