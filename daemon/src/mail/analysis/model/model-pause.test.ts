import { describe, expect, it } from 'vitest'
import { ModelPause } from './model-pause.ts'

const START = Date.UTC(2026, 2, 2)

function pauseAt(time: { now: number }): ModelPause {
  const pause = new ModelPause(() => new Date(time.now))
  for (let failure = 0; failure < 3; failure++) pause.failed('LLM_UNREACHABLE')
  return pause
}

describe('a model server that fails', () => {
  it('is left alone for a minute after the third failure in a row', () => {
    const time = { now: START }
    const pause = pauseAt(time)

    expect(pause.isOn).toBe(true)
    time.now += 60_000
    expect(pause.isOn).toBe(false)
  })

  it.each([
    ['an answer between them', (pause: ModelPause) => pause.answered()],
    ['one answer that was no good', (pause: ModelPause) => pause.failed('LLM_MALFORMED')],
  ])('is asked again after two failures and %s', (_, between) => {
    const pause = new ModelPause(() => new Date(START))
    pause.failed('LLM_STALL')
    pause.failed('LLM_STALL')
    between(pause)
    pause.failed('LLM_STALL')

    expect(pause.isOn).toBe(false)
  })

  it('is asked again after the clock was set back', () => {
    const time = { now: START }
    const pause = pauseAt(time)
    time.now -= 86_400_000

    expect(pause.isOn).toBe(false)
  })
})
