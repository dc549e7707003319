import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Announcer } from './announcer.tsx'
import { errorMessage, placeholder } from './chat-state.ts'

const reply = placeholder('m1', 0)

beforeEach(() => {
  vi.useFakeTimers()
})

function status(): string {
  return screen.getByRole('status').textContent
}

it('says that a reply begins, goes on and is complete', () => {
  const { rerender } = render(<Announcer isReplying last={reply} />)
  expect(status()).toBe('Generating response')

  act(() => vi.advanceTimersByTime(7000))
  expect(status()).toBe('Still generating')

  rerender(<Announcer isReplying={false} last={{ ...reply, text: 'Hello' }} />)
  expect(status()).toBe('Response complete')
})

it('repeats itself in a fresh element, since equal words are not spoken again', () => {
  render(<Announcer isReplying last={reply} />)
  act(() => vi.advanceTimersByTime(7000))
  const first = screen.getByText('Still generating')

  act(() => vi.advanceTimersByTime(7000))

  expect(screen.getByText('Still generating')).not.toBe(first)
})

it('says that a reply was stopped', () => {
  const { rerender } = render(<Announcer isReplying last={reply} />)

  rerender(<Announcer isReplying={false} last={{ ...reply, isStopped: true }} />)

  expect(status()).toBe('Response stopped')
})

it('tells a failure as an alert', () => {
  const { rerender } = render(<Announcer isReplying last={reply} />)

  rerender(<Announcer isReplying={false} last={errorMessage('m1', 'No model')} />)

  expect(screen.getByRole('alert')).toHaveTextContent('Error: No model')
  expect(status()).toBe('')
})

it('says nothing about a conversation that was only opened', () => {
  render(<Announcer isReplying={false} last={errorMessage('m1', 'Long ago')} />)

  expect(status()).toBe('')
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
})
