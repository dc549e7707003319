import { copy } from '@shortlist/ui/copy'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ReachedDaemon } from '../host/search-daemon.ts'
import { DaemonSearch, startCopy } from './daemon-search.tsx'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

/** The page, where each look finds the next of these. */
function open(...answers: (ReachedDaemon | null)[]) {
  const leave = vi.fn()
  const search = vi.fn(async () => answers.shift() ?? null)
  render(
    <DaemonSearch
      search={search}
      leave={leave}
      app={({ abilities }) => <p>{`the app at ${abilities.origin}`}</p>}
      demo={<p>the demo</p>}
    />,
  )
  return { leave, search, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) }
}

const usable = (isSameOrigin: boolean): ReachedDaemon => ({
  kind: 'usable',
  origin: 'http://localhost:4000',
  isSameOrigin,
})

it('enters the daemon that is there', async () => {
  const { leave } = open(usable(true))

  expect(await screen.findByText('the app at http://localhost:4000')).toBeVisible()
  expect(leave).not.toHaveBeenCalled()
})

it.each([true, false])('knows whether the daemon has the origin of the page: %s', async (isOne) => {
  render(
    <DaemonSearch
      search={async () => usable(isOne)}
      app={({ abilities }) => <p>{`popup: ${abilities.canOpenPopup}`}</p>}
      demo={null}
    />,
  )

  expect(await screen.findByText(`popup: ${isOne}`)).toBeVisible()
})

it('turns to a daemon that cannot be used from here', async () => {
  const { leave } = open({ kind: 'apart', origin: 'http://localhost:4000' })

  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('http://localhost:4000'))
  expect(screen.queryByRole('heading')).not.toBeInTheDocument()
})

it('says how to start where nobody is there, and enters by itself', async () => {
  open(null, null, usable(false))

  expect(await screen.findByRole('heading', { name: startCopy.title })).toBeVisible()
  expect(screen.getByText(copy.shell.startCommand)).toBeVisible()
  expect(screen.getByRole('button', { name: copy.shell.copyCommand })).toBeVisible()
  expect(screen.getByRole('link')).toHaveAttribute('href', 'http://localhost:4000')
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(screen.getByRole('heading', { name: startCopy.title })).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(screen.getByText('the app at http://localhost:4000')).toBeVisible()
})

it('shows the demo instead, and stays with it', async () => {
  const { user, search } = open(null, usable(false))

  const button = await screen.findByRole('button', { name: startCopy.tryDemo })
  const looks = search.mock.calls.length
  await user.click(button)
  await act(() => vi.advanceTimersByTimeAsync(60_000))

  expect(screen.getByText('the demo')).toBeVisible()
  expect(search).toHaveBeenCalledTimes(looks)
})

it('stays with the demo also where a look under way finds a daemon', async () => {
  const { promise, resolve } = Promise.withResolvers<ReachedDaemon>()
  const { user, search } = open(null)
  const button = await screen.findByRole('button', { name: startCopy.tryDemo })
  search.mockReturnValueOnce(promise)
  await act(() => vi.advanceTimersByTimeAsync(3000))

  await user.click(button)
  await act(async () => resolve(usable(true)))

  expect(screen.getByText('the demo')).toBeVisible()
})
