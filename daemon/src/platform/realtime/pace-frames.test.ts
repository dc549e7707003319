import { describe, expect, it } from 'vitest'
import { FramePacer, frameInterval, showableLength } from './pace-frames.ts'

describe('frameInterval', () => {
  it('lets deltas pass every 8 ms, however long the reply is', () => {
    expect(frameInterval('delta', 10)).toBe(8)
    expect(frameInterval('delta', 200_000)).toBe(8)
  })

  it('stretches full frames with the text and stops at 100 ms', () => {
    expect(frameInterval('full', 10)).toBe(8)
    expect(frameInterval('full', 16 * 1024)).toBeCloseTo(31.25)
    expect(frameInterval('full', 200_000)).toBe(100)
  })
})

describe('FramePacer', () => {
  it('sends the first frame at once and the next one after its interval', () => {
    const pacer = new FramePacer('delta')
    expect(pacer.wait(500, 4)).toBeLessThanOrEqual(0)

    pacer.sent(500)

    expect(pacer.wait(503, 8)).toBe(5)
    expect(pacer.wait(508, 8)).toBe(0)
  })
})

describe('showableLength', () => {
  it('leaves out the first half of a surrogate pair', () => {
    const smile = '😀'
    expect(showableLength(`ab${smile}`)).toBe(4)
    expect(showableLength(`ab${smile.slice(0, 1)}`)).toBe(2)
    expect(showableLength('')).toBe(0)
  })
})
