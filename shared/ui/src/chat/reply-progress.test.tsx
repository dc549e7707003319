import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderWithClient } from '../testing/render-with-client.tsx'
import { ReplyProgress } from './message.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

function show(isProcessing: boolean, isLoading = false) {
  renderWithClient(
    createFakeClient({ engine: { isLoading } }).client,
    <ReplyProgress
      isProcessing={isProcessing}
      startedAt={Date.now()}
      isStopping={false}
      onStop={() => {}}
    />,
  )
}

it('counts the seconds once the first is over', () => {
  show(true)
  expect(screen.getByText('Starting...')).toBeVisible()

  act(() => vi.advanceTimersByTime(3000))
  expect(screen.getByText('Running for: 0m 3s')).toBeVisible()
})

it('says that the model is loading while the daemon does, and not before', async () => {
  show(true, true)
  expect(screen.queryByText(/The model is loading/)).toBeNull()

  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByText(/The model is loading, the first answer can take a minute/)).toBeVisible()
})

it.each([
  ['of a model that is merely slow', true, false],
  ['once words come', false, true],
])('says nothing of loading %s', async (_, isProcessing, isLoading) => {
  show(isProcessing, isLoading)

  await act(() => vi.advanceTimersByTimeAsync(20_000))

  expect(screen.queryByText(/The model is loading/)).toBeNull()
})
