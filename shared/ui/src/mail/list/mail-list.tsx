import type { MailPage, MailRow as Row } from '@shortlist/contracts/mail-rows'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../primitives/button.tsx'
import { Skeleton } from '../../primitives/loading.tsx'
import type { CardSetting } from '../card/card-setting.ts'
import { mailCopy } from '../mail-copy.ts'
import { MailRow, type Place } from './mail-row.tsx'
import type { EmailFilter, FilterLinks } from './use-email-filter.ts'

/** Rows above and below what is seen that exist too. */
const ROWS_BESIDE = 4
/** What a window is taken for that nobody can measure, in pixels. */
const UNMEASURED = 700

/** Mails of a filter of which only some rows are known, and how many there are of each kind. */
export interface MailPages extends Pick<MailPage, 'total' | 'counts' | 'revision'> {
  /** By place, those that are known. */
  readonly rows: ReadonlyMap<number, Row>
}

/** What the mails of a filter are shown with, as rows or as cards. */
export interface MailsProps {
  readonly list: MailPages
  readonly filter: EmailFilter
  readonly change: FilterLinks['change']
  readonly setting: CardSetting
  /** The email that the running sync is at. */
  readonly analyzingId: string | null
  readonly hasSingleKeys: boolean
  /** Mails in all, of whatever view. */
  readonly everything: number
  /** Hears which mails are seen, by their places. */
  readonly onSee: (first: number, last: number) => void
}

interface MailListProps {
  readonly list: MailPages
  /** What is asked for; another one begins at the top. */
  readonly asked: string
  readonly words: string
  /** The height of each row, in pixels. */
  readonly rowHeight: number
  /** Where Tab leads, and where the keys are. */
  readonly current: Place | null
  /** Counts up when the current row is to take the focus. */
  readonly focusWish: number
  readonly openId: string | null
  readonly analyzingId: string | null
  readonly isSelected: (emailId: string) => boolean
  readonly isHidden: boolean
  readonly onPress: (place: Place, event: MouseEvent) => void
  /** Hears which rows are seen. */
  readonly onSee: (first: number, last: number) => void
  /** Stands in place of rows where there are none. */
  readonly children: ReactNode
}

/**
 * Mails as rows of one height, of which only those near the visible part exist. What one reads stays
 * where it is when mails come above it.
 */
export function MailList(props: MailListProps) {
  const { list, asked, words, rowHeight, current, focusWish, openId, isHidden, children } = props
  const { rows, total } = list
  const scroller = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [news, setNews] = useState(0)
  const height = useHeight(scroller)
  const first = Math.max(0, Math.floor(top / rowHeight))
  const last = Math.min(total - 1, Math.ceil((top + height) / rowHeight))
  const { onSee } = props
  // stays the same, so that rows rest
  const press = useRef(props.onPress)
  const onPress = useCallback((place: Place, event: MouseEvent) => press.current(place, event), [])

  useLayoutEffect(() => {
    press.current = props.onPress
  })

  useEffect(() => onSee(first, last), [onSee, first, last])

  // another question begins at its first answer
  useLayoutEffect(() => {
    void asked
    scroller.current?.scrollTo?.(0, 0)
    setNews(0)
  }, [asked])

  // a hidden element forgets how far it was scrolled
  const wanted = useRef(0)
  useLayoutEffect(() => {
    if (!isHidden && scroller.current) scroller.current.scrollTop = wanted.current
  }, [isHidden])

  const seen = useRef<Place | null>(null)
  useLayoutEffect(() => {
    const before = seen.current
    const place = before && [...rows].find(([, row]) => row.id === before.id)
    if (place && scroller.current && top > 0 && place[0] !== before.index) {
      const moved = place[0] - before.index
      scroller.current.scrollTop += moved * rowHeight
      if (moved > 0) setNews((count) => count + moved)
    }
    const row = rows.get(first)
    seen.current = row ? { id: row.id, index: first } : null
  }, [rows, first, top, rowHeight])

  // a row that is far away is there only when its page has come
  const granted = useRef(0)
  useLayoutEffect(() => {
    const box = scroller.current
    if (granted.current === focusWish || !current || !box || isHidden) return
    const [from, to] = [current.index * rowHeight, (current.index + 1) * rowHeight]
    // what is known already: to ask the page would lay it out once more
    if (from < wanted.current) wanted.current = box.scrollTop = from
    else if (to > wanted.current + height) wanted.current = box.scrollTop = to - height
    const row = box.querySelector<HTMLElement>(`[data-row="${CSS.escape(current.id)}"] button`)
    if (!row) return
    row.focus({ preventScroll: true })
    granted.current = focusWish
  })

  function scrolled(): void {
    const box = scroller.current
    if (!box || isHidden) return
    wanted.current = box.scrollTop
    setTop(box.scrollTop)
    if (box.scrollTop === 0) setNews(0)
  }

  const isPrinting = usePrinting()
  const from = isPrinting ? 0 : Math.max(0, first - ROWS_BESIDE)
  const to = isPrinting ? Math.max(...rows.keys()) : Math.min(total - 1, last + ROWS_BESIDE)
  const places = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  // what has the focus stays, however far one scrolls
  if (current && current.index < total && (current.index < from || current.index > to))
    places.push(current.index)

  return (
    <div
      ref={scroller}
      hidden={isHidden}
      onScroll={scrolled}
      className="mail-rows"
      style={{ '--row': `${rowHeight}px` } as never}
    >
      {news > 0 && (
        <Button
          size="sm"
          variant="primary"
          className="mail-news"
          onClick={() => scroller.current?.scrollTo({ top: 0 })}
        >
          {mailCopy.newMails(news)}
        </Button>
      )}
      {total === 0 ? (
        children
      ) : (
        <ul
          aria-label={mailCopy.list}
          style={{ height: isPrinting ? undefined : total * rowHeight }}
        >
          {places.map((index) => {
            const row = rows.get(index)
            return row ? (
              <MailRow
                key={row.id}
                row={row}
                index={index}
                total={total}
                words={words}
                isOpen={row.id === openId}
                isCurrent={current ? row.id === current.id : index === 0}
                isSelected={props.isSelected(row.id)}
                isAnalyzing={row.id === props.analyzingId}
                onPress={onPress}
              />
            ) : (
              <li
                key={`unknown ${index}`}
                aria-hidden="true"
                className="px-2 py-3"
                style={{ top: index * rowHeight }}
              >
                <Skeleton className="h-6" />
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** How high an element is, in pixels; what a window is taken for where nobody can measure it. */
function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(UNMEASURED)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => setHeight(box.clientHeight || UNMEASURED)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return height
}

/** Whether the page is being printed, where nothing scrolls. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // paper takes what is there when the event has been heard
    const show = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'))
    addEventListener('beforeprint', show)
    addEventListener('afterprint', show)
    return () => {
      removeEventListener('beforeprint', show)
      removeEventListener('afterprint', show)
    }
  }, [])
  return isPrinting
}
