import type { Email } from '@shortlist/contracts/mail'
import {
  createContext,
  type RefObject,
  use,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  type CustomItemComponentProps,
  type ScrollToIndexOpts,
  Virtualizer,
  type VirtualizerHandle,
  WindowVirtualizer,
  type WindowVirtualizerHandle,
} from 'virtua'
import { useTopWithin } from '../../primitives/use-top-within.ts'
import { type EmailRowsProps, focusCard, ScrollerContext } from './email-list.tsx'

/** What a card is taken for that nobody has measured yet, in pixels: an analysed one without events. */
const OPEN_CARD_HEIGHT = 320

/** As a plain list, for many emails: only the cards near the visible part of the page exist. */
export function WindowedEmails({ emails, renderEmail, ref }: EmailRowsProps) {
  const { list, rows } = useWindowedRows<WindowVirtualizerHandle>(emails, ref)
  return (
    <RowsContext value={rows}>
      <WindowVirtualizer
        ref={list}
        as="ul"
        item={WindowedRow}
        itemSize={OPEN_CARD_HEIGHT}
        data={emails}
      >
        {renderEmail}
      </WindowVirtualizer>
    </RowsContext>
  )
}

/** What a card is taken for that nobody has measured yet, in pixels: a folded one. */
const FOLDED_CARD_HEIGHT = 136

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
        itemSize={FOLDED_CARD_HEIGHT}
        data={emails}
      >
        {renderEmail}
      </Virtualizer>
    </RowsContext>
  )
}

interface Scrollable {
  scrollToIndex(index: number, options?: ScrollToIndexOpts): void
}

interface RowsOfList<Handle> {
  readonly list: RefObject<Handle | null>
  /** What the rows have to know. */
  readonly rows: WindowedRows
}

/** Lets `ref` bring any email to sight in a list of which only a part exists. */
function useWindowedRows<Handle extends Scrollable>(
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

interface WindowedRows {
  /** Rows altogether, those that do not exist included. */
  readonly size: number
  /** The email whose card is to get the focus as soon as it can be seen, and its place. */
  readonly wanted: { readonly index: number; readonly emailId: string } | null
  readonly onFocused: () => void
}

/** What rows know of their list. */
const RowsContext = createContext<WindowedRows>({ size: 0, wanted: null, onFocused() {} })

/** An entry that says which one of all it is, since its neighbours may not exist. */
function WindowedRow({ style, index, children, ref }: CustomItemComponentProps) {
  const { size, wanted, onFocused } = use(RowsContext)
  // before its height is known a row is hidden and takes no focus
  const emailId = wanted?.index === index && style.visibility !== 'hidden' ? wanted.emailId : null

  useEffect(() => {
    if (emailId !== null && focusCard(emailId)) onFocused()
  }, [emailId, onFocused])

  return (
    <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={size}>
      {/* what is measured of an entry leaves its own padding out */}
      <div className="pb-4">{children}</div>
    </li>
  )
}
