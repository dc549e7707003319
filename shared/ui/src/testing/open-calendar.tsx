import { createFakeClient } from '@shortlist/client/testing/fake-client'
import type { CalendarStatus } from '@shortlist/contracts/calendar'
import { act, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { CalendarPanel } from '../calendar/calendar-panel.tsx'
import type { PopupHost, PopupMessage } from '../calendar/popup.ts'
import { useCalendarConnection } from '../calendar/use-calendar-connection.ts'
import { renderWithClient } from './render-with-client.tsx'

/** A calendar panel on a fake client, with a browser whose popups a test opens and closes. */
export function openCalendar(status: CalendarStatus) {
  const fake = createFakeClient({ calendar: status })
  const browser = createFakeBrowser()
  const { unmount } = renderWithClient(fake.client, <Panel host={browser.host} />)
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

function Panel({ host }: { readonly host: PopupHost }) {
  const connection = useCalendarConnection(host)
  return <CalendarPanel connection={connection} />
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
