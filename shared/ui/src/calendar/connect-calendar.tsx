import { POPUP_WATCH_LIMIT_MS } from '@shortlist/contracts/limits'
import { CalendarDays } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { calendarCopy } from '../calendar-copy.ts'
import { useClient } from '../client-provider.tsx'
import { Button } from '../primitives/button.tsx'
import { useElapsed } from '../time/use-elapsed.ts'
import type { CalendarConnection } from './use-calendar-connection.ts'

interface ConnectCalendarProps {
  readonly connection: CalendarConnection
}

/** The two ways to a calendar: Google, and a local one, which comes to the fore where no Google client is configured. */
export function ConnectCalendar({ connection }: ConnectCalendarProps) {
  const { status, isChoosing } = connection
  const { abilities } = useClient()
  const canUseGoogle = status?.canUseGoogle ?? true
  return (
    <div className="grid gap-3">
      <ConnectGoogle connection={connection} variant={canUseGoogle ? 'primary' : 'secondary'}>
        <Button
          variant={canUseGoogle ? 'secondary' : 'primary'}
          disabled={isChoosing}
          onClick={() => void connection.choose('local')}
        >
          {calendarCopy.useLocal}
        </Button>
      </ConnectGoogle>
      {!abilities.canOpenPopup && (
        <p className="text-meta text-text-2">{calendarCopy.opensWebApp}</p>
      )}
      <p className="text-meta text-text-2">{calendarCopy.localText}</p>
    </div>
  )
}

interface ConnectGoogleProps extends ConnectCalendarProps {
  readonly variant: 'primary' | 'secondary'
  /** Buttons beside it. */
  readonly children?: ReactNode
}

/** "Connect Google Calendar Now!", and the wait for its popup. */
export function ConnectGoogle({ connection, variant, children }: ConnectGoogleProps) {
  const { popup, waitingSince, isChoosing } = connection
  const isWaiting = popup === 'waiting'
  const button = useRef<HTMLButtonElement>(null)
  const isAsked = useRef(false)

  // while it waits the button is disabled, by which it loses the focus
  useEffect(() => {
    if (isWaiting || !isAsked.current) return
    isAsked.current = false
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [isWaiting])

  function connect(): void {
    isAsked.current = true
    void connection.connect()
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          ref={button}
          variant={variant}
          disabled={isWaiting || isChoosing}
          onClick={connect}
          className="max-[420px]:px-2.5"
          // the long name breaks where a card is narrow
          style={{ flexShrink: 1, height: 'auto', minHeight: 36, whiteSpace: 'normal' }}
        >
          <CalendarDays aria-hidden="true" />
          {isWaiting ? calendarCopy.connecting : calendarCopy.connect}
        </Button>
        {children}
      </div>
      {isWaiting && waitingSince !== null && (
        <PopupWait since={waitingSince} onFocus={connection.focusPopup} />
      )}
    </>
  )
}

interface PopupWaitProps {
  /** Epoch milliseconds. */
  readonly since: number
  readonly onFocus: () => void
}

/** Says that the sign-in goes on in another window, and leads back to it. */
function PopupWait({ since, onFocus }: PopupWaitProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-meta text-text-2">
      <CountdownRing since={since} limit={POPUP_WATCH_LIMIT_MS} />
      <span role="status">{calendarCopy.waiting}</span>
      <Button size="sm" onClick={onFocus}>
        {calendarCopy.focusPopup}
      </Button>
    </div>
  )
}

const RADIUS = 7
const LENGTH = 2 * Math.PI * RADIUS

interface CountdownRingProps {
  /** Epoch milliseconds. */
  readonly since: number
  /** Milliseconds after which the ring is empty. */
  readonly limit: number
}

/** A ring that empties while something is waited for; decoration beside a text. */
function CountdownRing({ since, limit }: CountdownRingProps) {
  const left = Math.max(0, 1 - useElapsed(since) / limit)
  const circle = { cx: 9, cy: 9, r: RADIUS, fill: 'none', strokeWidth: 3 }
  const fromTheTop = 'rotate(-90 9 9)'
  return (
    <svg aria-hidden="true" width="18" height="18" className="shrink-0">
      <circle {...circle} stroke="var(--meter-track)" />
      <circle
        {...circle}
        transform={fromTheTop}
        stroke="var(--accent)"
        strokeDasharray={LENGTH}
        strokeDashoffset={LENGTH * (1 - left)}
      />
    </svg>
  )
}
