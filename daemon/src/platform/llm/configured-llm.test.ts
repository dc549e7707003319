import { expect, it } from 'vitest'
import { scriptedLlm } from '../../../test/scripted-llm.ts'
import { AppError } from '../../errors.ts'
import { configuredLlm } from './create-llm.ts'

const unconnected = { ...scriptedLlm('').status(), label: 'not connected' }

/** The engine of a server that answers after so many attempts, and how often it was tried. */
function connectedAfter(failures: number) {
  let attempts = 0
  let warmed = 0
  const engine = { ...scriptedLlm('Hello'), warmUp: async () => void warmed++ }
  const connect = async () => {
    attempts++
    if (attempts <= failures) throw new AppError('LLM_UNREACHABLE', 'It cannot be reached.')
    return engine
  }
  return { llm: configuredLlm(connect, unconnected), counts: () => ({ attempts, warmed }) }
}

it('connects once while it is warmed up, so that a call need not', async () => {
  const { llm, counts } = connectedAfter(0)

  await Promise.all([llm.warmUp(), llm.warmUp()])
  await llm.embed([], new AbortController().signal)

  expect(counts()).toEqual({ attempts: 1, warmed: 2 })
  expect(llm.status().label).toBe('Scripted model')
})

it('leaves a failure to whoever asks next', async () => {
  const { llm, counts } = connectedAfter(2)

  await llm.warmUp()

  expect(llm.status().error).toBe('It cannot be reached.')
  const asking = llm.embed([], new AbortController().signal)
  await expect(asking).rejects.toHaveProperty('code', 'LLM_UNREACHABLE')
  expect(counts()).toEqual({ attempts: 2, warmed: 0 })
})
