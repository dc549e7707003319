import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useShownChat } from './use-shown-chat.ts'

function open(first: string | undefined) {
  vi.useFakeTimers()
  const hook = renderHook(
    ({ chatId }: { chatId: string | undefined }) => useShownChat('ada', chatId),
    { initialProps: { chatId: first } },
  )
  return {
    shown: () => hook.result.current.chatId,
    go(chatId: string | undefined): void {
      vi.advanceTimersByTime(1)
      hook.rerender({ chatId })
    },
  }
}

it('stays the same when the new chat gets its address', () => {
  const panel = open(undefined)
  const begun = panel.shown()

  panel.go(begun)

  expect(begun).toMatch(/^ada_\d+$/)
  expect(panel.shown()).toBe(begun)
})

it('changes for every other chat', () => {
  const panel = open(undefined)
  const shown = [panel.shown()]

  for (const chatId of ['ada_2', undefined, 'ada_3']) {
    panel.go(chatId)
    shown.push(panel.shown())
  }

  expect(new Set(shown).size).toBe(shown.length)
})

it('is another one at each return to a new chat', () => {
  const panel = open(undefined)
  const begun = panel.shown()
  panel.go(begun)

  panel.go(undefined)

  expect(panel.shown()).not.toBe(begun)
})
