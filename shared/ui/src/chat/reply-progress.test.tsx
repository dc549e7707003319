import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReplyProgress } from './reply-progress.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function show(isProcessing: boolean) {
  render(
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

it('explains a model that says nothing for 8 seconds', () => {
  show(true)
  act(() => vi.advanceTimersByTime(7000))
  expect(screen.queryByText(/The model is loading/)).toBeNull()

  act(() => vi.advanceTimersByTime(1000))
  expect(screen.getByText(/The model is loading, the first answer can take a minute/)).toBeVisible()
})

it('explains nothing once words come', () => {
  show(false)

  act(() => vi.advanceTimersByTime(20_000))

  expect(screen.queryByText(/The model is loading/)).toBeNull()
})
