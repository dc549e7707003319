import { CallFailed } from '@shortlist/client/call-failed'
import type { CalendarChoice, CalendarStatus } from '@shortlist/contracts/calendar'
import { CALENDAR_POLL_MS, POPUP_WATCH_LIMIT_MS, POPUP_WATCH_MS } from '@shortlist/contracts/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { calendarCopy } from '../calendar-copy.ts'
import { useClient, useRefreshOn } from '../client-provider.tsx'
import { describeFailure } from '../describe-failure.ts'
import { webAppPaths } from '../web-app-paths.ts'
import { calendarStatusKey } from './calendar-query.ts'
import type { Popup, PopupHost } from './popup.ts'

/** The calendar of the account, and what can be done about it. */
export type CalendarConnection = ReturnType<typeof useCalendarConnection>

/** Connects the calendar and notices when it is lost (specification, section 4). Failures are in `error`. */
export function useCalendarConnection(host: PopupHost, isShown = true) {
  const client = useClient()
  const cache = useQueryClient()
  const { status, readError, isChecking, reread } = useCalendarStatus(isShown)
  const [state, tell] = useReducer(reduceConnection, noPopup)
  const [popup, setPopup] = useState<Popup | null>(null)
  /** What the last status said, until the user chooses otherwise. */
  const lastKind = useRef<CalendarStatus['kind']>(null)
  const [isChoosing, setChoosing] = useState(false)

  useEffect(() => {
    if (!status) return
    if (status.connected) {
      tell({ type: 'settled' })
      setPopup(null)
    } else if (lastKind.current === 'google') tell({ type: 'lost' })
    lastKind.current = status.connected ? status.kind : null
  }, [status])

  function abandon(type: 'ended' | 'blocked'): void {
    client.calendar.abandon()
    tell({ type })
  }

  async function settle(otherwise: (known: CalendarStatus | null) => void): Promise<void> {
    const known = await reread().catch(() => null)
    // a local calendar may have been in use all the while
    if (known?.connected && known.kind === 'google') tell({ type: 'settled' })
    else otherwise(known)
  }

  usePopupWatch(popup, (why) => {
    setPopup(null)
    if (why === 'time is up') tell({ type: 'ended' })
    else void settle(() => abandon(why === 'closed' ? 'ended' : 'blocked'))
  })

  const hear = useEffectEvent<Parameters<PopupHost['hear']>[0]>((message) => {
    setPopup(null)
    // a message alone connects nothing: the daemon is asked
    if (message.type === 'GOOGLE_CALENDAR_OAUTH_SUCCESS') {
      void settle((known) =>
        tell({ type: 'failed', error: known?.error ?? calendarCopy.connectFailed }),
      )
    } else tell({ type: 'failed', error: message.error || calendarCopy.connectFailed })
  })
  useEffect(() => host.hear(hear), [host])

  /**
   * "Connect Google Calendar Now!": opens the popup, or the web app where this client can open none;
   * call it in a click, or the browser opens neither.
   */
  async function connect(): Promise<void> {
    if (!client.abilities.canOpenPopup) return openWebApp(client.abilities.origin)
    tell({ type: 'asked', at: Date.now() })
    try {
      const opened = host.open(await client.calendar.connect())
      if (opened && !opened.isClosed()) setPopup(opened)
      else abandon('blocked')
    } catch (error) {
      tell({ type: 'failed', error: calendarConnectFailure(error) })
    }
  }

  async function change(call: () => Promise<CalendarStatus>): Promise<void> {
    setChoosing(true)
    try {
      const chosen = await call()
      await cache.cancelQueries({ queryKey: calendarStatusKey })
      // before the screen hears of the calendar that was chosen
      lastKind.current = null
      tell({ type: 'settled' })
      cache.setQueryData(calendarStatusKey, chosen)
    } catch (error) {
      tell({ type: 'failed', error: describeFailure(error, calendarCopy.changeFailed) })
    } finally {
      setChoosing(false)
    }
  }

  const { calendar } = client
  return {
    ...state,
    /** A choice of the user is under way. */
    isChoosing,
    choose: (kind: CalendarChoice) => change(() => calendar.choose(kind)),
    renewFeed: () => change(calendar.renewFeed),
    disconnect: () => change(calendar.disconnect),
    /** Undefined until the first answer. */
    status,
    /** True until the first answer or failure. */
    isChecking,
    isConnected: status?.connected ?? false,
    error: state.error ?? status?.error ?? (readError && calendarStatusFailure(readError)),
    connect,
    focusPopup: () => popup?.focus(),
    /** Asks the daemon right now; rejects like the call. */
    check: reread,
  }
}

function openWebApp(origin: string): void {
  window.open(`${origin}${webAppPaths.mail}`, '_blank', 'noopener')
}

const changeEvents = ['calendar-changed'] as const

/**
 * The calendar of the account: asked for every 30 s while it is shown, when it is shown again, when
 * the daemon says that it differs, and after every gap of the socket. `reread` asks now; it rejects
 * like the call.
 */
export function useCalendarStatus(isShown = true) {
  const client = useClient()
  const cache = useQueryClient()
  const queryFn = useCallback(() => client.calendar.status(), [client])

  const { data, error, isPending } = useQuery({
    queryKey: calendarStatusKey,
    queryFn,
    enabled: isShown,
    refetchInterval: CALENDAR_POLL_MS,
  })

  useRefreshOn(calendarStatusKey, changeEvents)

  const reread = useCallback(async (): Promise<CalendarStatus> => {
    // an answer that is under way may be older than what the caller knows
    await cache.cancelQueries({ queryKey: calendarStatusKey })
    return cache.fetchQuery({ queryKey: calendarStatusKey, queryFn })
  }, [cache, queryFn])

  return { status: data, readError: error, isChecking: isPending, reread }
}

/** The way to a connected calendar; the status says whether there is one. */
interface ConnectionState {
  /** `waiting`: a popup is open or about to be. `blocked`: the browser allowed none. */
  readonly popup: 'none' | 'waiting' | 'blocked'
  /** Since when, in epoch milliseconds. */
  readonly waitingSince: number | null
  /** Why the calendar is not connected, where more is known than the status says. */
  readonly error: string | null
}

const noPopup: ConnectionState = { popup: 'none', waitingSince: null, error: null }

type ConnectionChange =
  | { readonly type: 'asked'; readonly at: number }
  /** The browser opened no popup, or closed it at once. */
  | { readonly type: 'blocked' }
  /** The popup is gone, or has been waited for long enough. */
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly error: string }
  /** The status of a connected calendar says that it no longer is. */
  | { readonly type: 'lost' }
  /** A calendar is connected, or the user has chosen or left one. */
  | { readonly type: 'settled' }

/** The way to a calendar after a change (specification, section 4). */
function reduceConnection(state: ConnectionState, change: ConnectionChange): ConnectionState {
  switch (change.type) {
    case 'asked':
      return { popup: 'waiting', waitingSince: change.at, error: null }
    case 'blocked':
      return { ...noPopup, popup: 'blocked', error: calendarCopy.popupBlocked }
    case 'ended':
      return state.popup === 'waiting' ? { ...noPopup, error: state.error } : state
    case 'failed':
      return { ...noPopup, error: change.error }
    case 'lost':
      return { ...state, error: calendarCopy.expired }
    case 'settled':
      return noPopup
  }
}

/** A popup that is gone by then was closed by the browser, not by a person; in milliseconds. */
const AT_ONCE = 250

/** Looks every second whether a popup is still open, for five minutes (specification, section 4). */
function usePopupWatch(
  popup: Popup | null,
  onEnd: (why: 'closed at once' | 'closed' | 'time is up') => void,
): void {
  const end = useEffectEvent(onEnd)

  useEffect(() => {
    if (!popup) return
    const first = setTimeout(() => popup.isClosed() && end('closed at once'), AT_ONCE)
    const watching = setInterval(() => popup.isClosed() && end('closed'), POPUP_WATCH_MS)
    const limit = setTimeout(() => end('time is up'), POPUP_WATCH_LIMIT_MS)
    return () => {
      clearTimeout(first)
      clearInterval(watching)
      clearTimeout(limit)
    }
  }, [popup])
}

/** Why the calendar status could not be read (specification, sections 5 and 8). */
export function calendarStatusFailure(error: unknown): string {
  if (!(error instanceof CallFailed)) return calendarCopy.statusFailed
  if (error.notJson !== undefined) return calendarCopy.nonJson
  return error.isSignedOut ? error.message : calendarCopy.statusFailed
}

/** Why the calendar could not be connected (specification, sections 5 and 8). */
function calendarConnectFailure(error: unknown): string {
  if (!(error instanceof CallFailed)) return calendarCopy.connectFailed
  if (error.notJson !== undefined) return calendarCopy.nonJsonDetail(error.notJson)
  return error.reason === 'refused' ? error.message : calendarCopy.connectFailed
}
