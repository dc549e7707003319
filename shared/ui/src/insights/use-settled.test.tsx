import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useThrottled } from './use-settled.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 10_000 })
})

function follow(first: number) {
  const { result, rerender } = renderHook(({ value }) => useThrottled(value, 1000), {
    initialProps: { value: first },
  })
  return {
    become: (value: number) => rerender({ value }),
    pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
    shown: () => result.current,
  }
}

it('follows a first change at once', () => {
  const { become, pass, shown } = follow(1)
  expect(shown()).toBe(1)

  become(2)
  pass(0)

  expect(shown()).toBe(2)
})

it('follows many changes once in the interval, and the last one in the end', () => {
  const { become, pass, shown } = follow(0)
  const seen = new Set<number>()
  for (let value = 1; value <= 30; value++) {
    become(value)
    pass(100)
    seen.add(shown())
  }

  expect(seen.size).toBeLessThanOrEqual(4)
  pass(1000)
  expect(shown()).toBe(30)
})
