import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useShownChat } from './use-shown-chat.ts'

function open(first: string | undefined) {
  const hook = renderHook(({ chatId }: { chatId: string | undefined }) => useShownChat(chatId), {
    initialProps: { chatId: first },
  })
  return {
    key: () => hook.result.current.key,
    begin: (chatId: string) => act(() => hook.result.current.keepFor(chatId)),
    go: (chatId: string | undefined) => hook.rerender({ chatId }),
  }
}

it('stays the same when the new chat gets its address', () => {
  const panel = open(undefined)
  const before = panel.key()

  panel.begin('ada_1')
  panel.go('ada_1')

  expect(panel.key()).toBe(before)
})

it('changes for every other chat', () => {
  const panel = open(undefined)
  const keys = [panel.key()]

  for (const chatId of ['ada_2', undefined, 'ada_2', 'ada_3']) {
    panel.go(chatId)
    keys.push(panel.key())
  }

  expect(new Set(keys).size).toBe(keys.length)
})
