import { describe, expect, it } from 'vitest'
import { retryDelay } from './imap-connection.ts'

describe('retryDelay', () => {
  it('doubles from one second to five minutes', () => {
    const delays = [1, 2, 3, 4, 9, 10, 1_000].map((failures) => retryDelay(failures, () => 0))

    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 256_000, 300_000, 300_000])
  })

  it('leaves up to a half of it to chance', () => {
    expect(retryDelay(3, () => 0.5)).toBe(3_000)
    expect(retryDelay(3, () => 0.999)).toBe(2_002)
  })
})
