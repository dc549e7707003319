import { useImperativeHandle, useMemo, useRef, useState } from 'react'
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import type { EmailRowsProps } from './email-rows.ts'
import { focusCard } from './focus-card.ts'
import { RowsContext, WindowedRow } from './windowed-row.tsx'

/** What a card is taken for that nobody has measured yet, in pixels: an analysed one without events. */
const CARD_HEIGHT = 320

/** As a plain list, for many emails: only the cards near the visible part of the page exist. */
export function WindowedEmails({ emails, renderEmail, ref }: EmailRowsProps) {
  const list = useRef<WindowVirtualizerHandle>(null)
  const [wanted, setWanted] = useState<{ index: number; emailId: string } | null>(null)
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

  return (
    <RowsContext value={rows}>
      <WindowVirtualizer ref={list} as="ul" item={WindowedRow} itemSize={CARD_HEIGHT} data={emails}>
        {renderEmail}
      </WindowVirtualizer>
    </RowsContext>
  )
}
