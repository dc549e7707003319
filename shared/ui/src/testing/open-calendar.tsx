import { createFakeClient } from '@shortlist/client/testing/fake-client'
import type { CalendarStatus } from '@shortlist/contracts/calendar'
import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { CalendarPanel } from '../calendar/calendar-panel.tsx'
import type { PopupHost, PopupMessage } from '../calendar/popup.ts'
import {
  type CalendarConnection,
  useCalendarConnection,
} from '../calendar/use-calendar-connection.ts'
import { renderWithClient } from './render-with-client.tsx'

/** A calendar on a fake client, as a panel unless told otherwise, with a browser whose popups a test opens and closes. */
export function openCalendar(status: CalendarStatus, shows: Shows = CalendarPanel) {
  const fake = createFakeClient({ calendar: status })
  const browser = createFakeBrowser()
  const { unmount } = renderWithClient(fake.client, <Calendar host={browser.host} shows={shows} />)
  return { fake, unmount, ...browser }
}

/** Lets everything settle that a change has set off, under fake timers too. */
export async function settle(milliseconds = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}

/** Presses a button by its name. */
export function press(name: string): void {
  act(() => screen.getByRole('button', { name }).click())
}

type Shows = (props: { readonly connection: CalendarConnection }) => ReactNode

interface CalendarProps {
  readonly host: PopupHost
  readonly shows: Shows
}

function Calendar({ host, shows: Part }: CalendarProps) {
  const connection = useCalendarConnection(host)
  return <Part connection={connection} />
}

function createFakeBrowser() {
  const popup = { isOpen: true, looks: 0, focusses: 0 }
  const hearers = new Set<(message: PopupMessage) => void>()
  const opened: string[] = []
  const browser = { allowsPopups: true }
  const isClosed = () => {
    popup.looks += 1
    return !popup.isOpen
  }
  const focus = () => {
    popup.focusses += 1
  }
  const host: PopupHost = {
    open(url) {
      opened.push(url)
      return browser.allowsPopups ? { isClosed, focus } : null
    },
    hear(take) {
      hearers.add(take)
      return () => hearers.delete(take)
    },
  }
  return {
    host,
    browser,
    popup,
    opened,
    hearers,
    post: (message: PopupMessage) =>
      act(() => {
        for (const take of hearers) take(message)
      }),
  }
}
