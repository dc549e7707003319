import type { MailRow } from '@shortlist/contracts/mail-rows'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '../../primitives/button.tsx'
import { lazyPart } from '../../primitives/lazy-part.ts'
import { useKeys } from '../../shell/keys.ts'
import { mailCopy } from '../mail-copy.ts'
import { useOpenMail } from '../mail-status.ts'
import { formatSoon } from '../mail-times.tsx'
import { MailList, type MailPages, type MailsProps } from './mail-list.tsx'
import type { Place } from './mail-row.tsx'
import { NoMails } from './mail-toolbar.tsx'
import { OpenMail } from './open-mail.tsx'
import { type EmailFilter, mailsMeant } from './use-email-filter.ts'
import { pressControl, usePageKeys } from './use-email-keys.ts'
import { useNamedPlace } from './use-mail-pages.ts'
import { type Marking, useMarks } from './use-marks.ts'
import { type Selection, useSelection } from './use-selection.ts'

const SnoozeMenu = lazyPart(async () => (await import('./snooze-menu.tsx')).SnoozeMenu)

/** From this width on a mail stands beside its list, in pixels. */
const ROOM_FOR_BOTH = 880

interface MailBrowserProps extends MailsProps {
  /** Stands above the rows. */
  readonly children: ReactNode
}

/** Mails as rows, one of them open beside or over them, and what can be done with one or many. */
export function MailBrowser(props: MailBrowserProps) {
  const { list, filter, change, setting, analyzingId, hasSingleKeys, everything, onSee } = props
  const { rows, total, revision } = list
  const [box, hasRoom] = useRoomForBoth()
  const meant = mailsMeant(filter)
  const asked = JSON.stringify([meant, filter.sort])
  const selection = useSelection(asked)
  const [focusWish, setFocusWish] = useState(0)
  const [isSnoozing, setSnoozing] = useState(false)
  const [place, setPlace] = useState<Place | null>(null)
  const mark = useMarks()

  const current = placeNow(place, rows, total) ?? firstOf(rows)
  const { openId, isOver, acted } = openOf(filter, hasRoom, current)
  const { data: mail } = useOpenMail(openId)

  useNamedPlace(filter, rows, place, setPlace)

  /** Goes to a row; the open mail follows it. */
  function goTo(next: Place): void {
    setPlace(next)
    if (hasRoom || isOver) change({ mail: next.id })
    if (!isOver) setFocusWish((count) => count + 1)
  }

  function neighbour(step: 1 | -1): Place | null {
    if (!current) return null
    const index = current.index + step
    const row = rows.get(index)
    return row ? { id: row.id, index } : null
  }

  function move(step: 1 | -1, isExtending = false): void {
    // the first key of all is for the row that is there already
    const isFirst = place === null && !isExtending && !isRowFocused()
    const next = isFirst ? current : neighbour(step)
    if (!next) return
    if (isExtending && current) selection.extend([current.id, next.id])
    goTo(next)
  }

  function back(): void {
    if (isOver) {
      change({ mail: '' })
      setFocusWish((count) => count + 1)
    } else if (selection.size > 0) selection.clear()
    else if (filter.q) change({ q: '' })
  }

  function press(pressed: Place, event: MouseEvent): void {
    if (event.shiftKey && current) {
      const [from, to] = [current.index, pressed.index].sort((one, other) => one - other)
      const between = [...rows].filter(([at]) => at >= (from ?? 0) && at <= (to ?? 0))
      selection.extend(between.map(([, row]) => row.id))
      setPlace(pressed)
      return
    }
    setPlace(pressed)
    change({ mail: pressed.id }, !hasRoom)
  }

  async function act(
    marking: Pick<Marking, 'mark' | 'until'>,
    tell: (what: string) => string,
  ): Promise<void> {
    const which = meantBy(selection, acted, { filter: meant, revision })
    if (!which) return
    if (selection.size > 0) {
      const isStored = await mark({ ...marking, ...which }, (count) => tell(mailCopy.mails(count)))
      if (isStored) selection.clear()
      return
    }
    const subject = (rowOf(rows, acted) ?? mail)?.subject
    const next = neighbour(1) ?? neighbour(-1)
    if (await mark({ ...marking, ...which }, () => tell(subject || mailCopy.noSubject))) goOn(next)
  }

  /** Goes to what stands beside a mail that has left. */
  function goOn(next: Place | null): void {
    setPlace(next)
    if (hasRoom || isOver) change({ mail: next?.id ?? '' })
    if (!isOver) setFocusWish((count) => count + 1)
  }

  const isDone = selection.size === 0 && rowOf(rows, acted)?.mark === 'done'
  const done = () =>
    isDone ? act({ mark: 'open' }, mailCopy.didOpen) : act({ mark: 'done' }, mailCopy.didDone)
  const snooze = (until: string) => {
    setSnoozing(false)
    const time = formatSoon(until, new Date())
    return act({ mark: 'snoozed', until }, (what) => mailCopy.didSnooze(what, time))
  }

  usePageKeys({ isEnabled: hasSingleKeys, change })
  useKeys(
    {
      'mail.next': () => move(1),
      'mail.previous': () => move(-1),
      'mail.extend-next': () => move(1, true),
      'mail.extend-previous': () => move(-1, true),
      // where the mail is open already, its reply is
      'mail.open': () =>
        openId ? pressControl(box.current, 'o') : current && change({ mail: current.id }, true),
      'mail.back': back,
      'mail.done': () => void done(),
      'mail.snooze': () => acted && setSnoozing(true),
      'mail.select': () => current && selection.toggle(current.id),
      'mail.view': () => pressControl(box.current, 'v'),
      'mail.use-draft': () => pressControl(box.current, 'd'),
    },
    { isEnabled: hasSingleKeys },
  )

  return (
    <div ref={box} className="mail-columns" data-room={hasRoom || undefined}>
      <div hidden={isOver} className="mail-side">
        {props.children}
        {selection.size > 0 && (
          <SelectionBar
            selection={selection}
            total={total}
            onDone={() => void done()}
            onSnooze={() => setSnoozing(true)}
          />
        )}
        <MailList
          list={list}
          asked={asked}
          words={filter.q}
          rowHeight={hasRoom ? 56 : 60}
          current={current}
          focusWish={focusWish}
          openId={openId}
          analyzingId={analyzingId}
          isSelected={selection.has}
          isHidden={isOver}
          onPress={press}
          onSee={onSee}
        >
          <NoMails filter={filter} everything={everything} change={change} />
        </MailList>
      </div>
      {openId !== null && (
        <OpenMail
          emailId={openId}
          setting={setting}
          isAnalyzing={openId === analyzingId}
          index={current?.id === openId ? current.index : null}
          total={total}
          onBack={isOver ? back : null}
          onDone={() => void done()}
          onSnooze={() => setSnoozing(true)}
          onMove={(step) => move(step)}
        />
      )}
      {isSnoozing && (
        <SnoozeMenu
          mail={selection.size === 0 ? mail : undefined}
          onChoose={(until) => void snooze(until)}
          onClose={() => setSnoozing(false)}
        />
      )}
    </div>
  )
}

type Rows = MailPages['rows']

/**
 * Which mail is open, whether it stands over the list, and which one the keys are about. Beside the
 * list there is always one.
 */
function openOf(filter: EmailFilter, hasRoom: boolean, current: Place | null) {
  const first = current?.id ?? null
  const openId = filter.mail || (hasRoom ? first : null)
  const isOver = openId !== null && !hasRoom
  return { openId, isOver, acted: isOver ? openId : first }
}

function rowOf(rows: Rows, emailId: string | null): MailRow | undefined {
  return [...rows.values()].find(({ id }) => id === emailId)
}

function firstOf(rows: Rows): Place | null {
  const row = rows.get(0)
  return row ? { id: row.id, index: 0 } : null
}

/** Where a mail is now; where it has left, what stands in its place. */
function placeNow(place: Place | null, rows: Rows, total: number): Place | null {
  if (!place) return null
  const known = [...rows].find(([, row]) => row.id === place.id)
  if (known) return { id: place.id, index: known[0] }
  const row = rows.get(Math.min(place.index, total - 1))
  // rows that are not known may hold it
  return row ? { id: row.id, index: Math.min(place.index, total - 1) } : place
}

function isRowFocused(): boolean {
  return document.activeElement?.closest('[data-row]') != null
}

/** What an act is about: all that match, those that are selected, or the one mail. */
function meantBy(
  selection: Selection,
  acted: string | null,
  all: Pick<Marking, 'filter' | 'revision'>,
): Pick<Marking, 'ids' | 'filter' | 'revision'> | null {
  if (selection.isAll) return all
  if (selection.size > 0) return { ids: [...selection.ids] }
  return acted === null ? null : { ids: [acted] }
}

/** The element that both stand in, and whether it is wide enough for them. */
function useRoomForBoth(): readonly [RefObject<HTMLDivElement | null>, boolean] {
  const box = useRef<HTMLDivElement>(null)
  const [hasRoom, setRoom] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setRoom(element.clientWidth >= ROOM_FOR_BOTH)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, hasRoom]
}

interface SelectionBarProps {
  readonly selection: Selection
  readonly total: number
  readonly onDone: () => void
  readonly onSnooze: () => void
}

/** How many mails are selected, and what can be done with all of them at once. */
function SelectionBar({ selection, total, onDone, onSnooze }: SelectionBarProps) {
  const count = selection.isAll ? total : selection.size
  return (
    <div role="toolbar" aria-label={mailCopy.selected(count)} className="mail-tools">
      <p role="status" className="text-meta">
        {mailCopy.selected(count)}
      </p>
      <Button size="sm" onClick={onDone}>
        {mailCopy.markDone}
      </Button>
      <Button size="sm" onClick={onSnooze}>
        {mailCopy.snooze}
      </Button>
      <Button size="sm" variant="ghost" onClick={selection.clear}>
        {mailCopy.clear}
      </Button>
      {!selection.isAll && total > selection.size && (
        <Button size="sm" variant="ghost" onClick={selection.selectAll}>
          {mailCopy.selectAll(total)}
        </Button>
      )}
    </div>
  )
}
