import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ToastArea } from '../toasts/toast-area.tsx'
import { UndoProvider, useUndo } from './undo.tsx'

// what says that something failed is loaded when it is needed, by a clock that stands still here
beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))

type Undo = () => Promise<void>

function Act({ text, undo }: { text: string; undo: Undo }) {
  const slot = useUndo()
  return (
    <button type="button" onClick={() => slot.offer({ text, undo })}>
      {`Do ${text}`}
    </button>
  )
}

/** A screen with two acts, whose names their undoing is told by. */
function show(undo = vi.fn<(name: string) => Promise<void>>(async () => {})) {
  const screenOf = (userId: string) => (
    <UndoProvider userId={userId}>
      <Act text="one" undo={() => undo('one')} />
      <Act text="two" undo={() => undo('two')} />
      <input aria-label="Field" />
      <ToastArea />
    </UndoProvider>
  )
  const { rerender } = render(screenOf('ada'))
  return { undo, signInAs: (userId: string) => rerender(screenOf(userId)) }
}

const perform = (text: string) =>
  fireEvent.click(screen.getByRole('button', { name: `Do ${text}` }))
const press = (key: string, init = {}, on: Element = document.body) =>
  fireEvent.keyDown(on, { key, code: `Key${key.toUpperCase()}`, ...init })
const button = () => screen.queryByRole('button', { name: 'Undo' })
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))

it('offers for eight seconds to undo what was done, in a polite region', () => {
  const { undo } = show()
  perform('one')
  expect(screen.getByRole('status')).toHaveTextContent('one')
  pass(7)

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))

  expect(undo).toHaveBeenCalledExactlyOnceWith('one')
  expect(button()).toBeNull()
  perform('two')
  pass(9)
  expect(button()).toBeNull()
})

it.each([
  ['u', {}],
  ['z', { ctrlKey: true }],
])('undoes it by the key %s for a minute', (key, init) => {
  const { undo } = show()
  perform('one')
  pass(59)
  press(key, init)
  expect(undo).toHaveBeenCalledExactlyOnceWith('one')
  press(key, init)
  expect(undo).toHaveBeenCalledOnce()

  perform('two')
  pass(61)
  press(key, init)
  expect(undo).toHaveBeenCalledOnce()
})

it('leaves the keys to a field', () => {
  const { undo } = show()
  perform('one')

  press('u', {}, screen.getByLabelText('Field'))
  press('z', { ctrlKey: true }, screen.getByLabelText('Field'))

  expect(undo).not.toHaveBeenCalled()
})

it('stays while the pointer or the focus is on it', () => {
  show()
  perform('one')
  act(() => button()?.focus())
  pass(30)
  expect(button()).toHaveFocus()

  act(() => button()?.blur())
  pass(9)
  expect(button()).toBeNull()
})

it('undoes the newer of two acts only', () => {
  const { undo } = show()
  perform('one')
  pass(7)
  perform('two')
  pass(7)
  expect(screen.getByRole('status')).toHaveTextContent('two')

  press('u')
  press('u')

  expect(undo.mock.calls).toEqual([['two']])
})

it('says that something could not be undone, and offers it again', async () => {
  show(vi.fn(() => Promise.reject(new Error('away'))))
  perform('one')

  press('u')

  expect(await screen.findByText('This could not be undone: one')).toBeVisible()
  expect(button()).toBeVisible()
})

it('undoes nothing of another account', () => {
  const { undo, signInAs } = show()
  perform('one')
  signInAs('bob')

  expect(button()).toBeNull()
  press('u')

  expect(undo).not.toHaveBeenCalled()
})
