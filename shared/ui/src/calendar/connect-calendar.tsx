import { CalendarDays } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { calendarCopy } from '../calendar-copy.ts'
import { useClient } from '../client-provider.tsx'
import { Button } from '../primitives/button.tsx'
import { PopupWait } from './popup-wait.tsx'
import type { CalendarConnection } from './use-calendar-connection.ts'

interface ConnectCalendarProps {
  readonly connection: CalendarConnection
}

/** The ways to a calendar: Google in a popup where it is configured, or a local one. */
export function ConnectCalendar({ connection }: ConnectCalendarProps) {
  const { status, popup, waitingSince, isChoosing } = connection
  const { abilities } = useClient()
  const canUseGoogle = status?.canUseGoogle ?? true
  const isWaiting = popup === 'waiting'

  return (
    <div className="grid gap-3">
      {!canUseGoogle && abilities.canOpenPopup && <NotConfigured />}
      <div className="flex flex-wrap items-center gap-2">
        {(abilities.canOpenPopup ? canUseGoogle : abilities.hasWebApp) && (
          <GoogleButton
            isConfigured={canUseGoogle}
            isWaiting={isWaiting}
            isLocked={isChoosing}
            onConnect={connection.connect}
          />
        )}
        <Button
          variant={canUseGoogle ? 'secondary' : 'primary'}
          disabled={isChoosing}
          onClick={connection.chooseLocal}
        >
          {calendarCopy.useLocal}
        </Button>
      </div>
      {isWaiting && waitingSince !== null && (
        <PopupWait since={waitingSince} onFocus={connection.focusPopup} />
      )}
      <p className="text-meta text-text-2">{calendarCopy.localText}</p>
    </div>
  )
}

interface GoogleButtonProps {
  readonly isConfigured: boolean
  readonly isWaiting: boolean
  readonly isLocked: boolean
  readonly onConnect: () => void
}

/** Opens the popup, or leads to the web app, and to what it says, from where none can be opened. */
function GoogleButton({ isConfigured, isWaiting, isLocked, onConnect }: GoogleButtonProps) {
  const { abilities } = useClient()
  const button = useRef<HTMLButtonElement>(null)
  const isAsked = useRef(false)
  const icon: ReactNode = <CalendarDays aria-hidden="true" />

  // while it waits the button is disabled, by which it loses the focus
  useEffect(() => {
    if (isWaiting || !isAsked.current) return
    isAsked.current = false
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [isWaiting])

  if (!abilities.canOpenPopup) {
    return (
      <Button variant={isConfigured ? 'primary' : 'secondary'} asChild>
        <a href={`${abilities.origin}/gmail-mcp`} target="_blank" rel="noreferrer">
          {icon}
          {calendarCopy.openWebApp}
        </a>
      </Button>
    )
  }
  return (
    <Button
      ref={button}
      variant="primary"
      disabled={isWaiting || isLocked}
      onClick={() => {
        isAsked.current = true
        onConnect()
      }}
      className="max-[420px]:px-2.5"
    >
      {icon}
      {isWaiting ? calendarCopy.connecting : calendarCopy.connect}
    </Button>
  )
}

function NotConfigured() {
  return (
    <div className="text-meta text-text-2">
      <p>{calendarCopy.notConfigured}</p>
      <ul className="mt-1 grid gap-1">
        {calendarCopy.googleVariables.map((name) => (
          <li key={name}>
            <code className="font-mono">{name}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
