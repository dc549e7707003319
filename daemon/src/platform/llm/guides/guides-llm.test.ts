import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Prompt } from '../llm.ts'
import { composeAnswer } from './compose-answer.ts'
import { openGuideLibrary } from './guide-library.ts'
import { guidesLlm, type Pace } from './guides-llm.ts'

const atOnce: Pace = async () => undefined

function promptFor(question: string): Prompt {
  return { messages: [{ role: 'user', content: question }], question, mode: 'coach', passages: [] }
}

function never(): AbortSignal {
  return new AbortController().signal
}

it('streams a sourced answer from the guides', async () => {
  const question = 'How do I write a follow-up mail after an interview?'
  const reply = (
    await collect(guidesLlm({ pace: atOnce }).stream(promptFor(question), never()))
  ).join('')

  expect(reply).toMatch(/^From the guide \*\*Follow-up mail after an interview\*\*:/)
  expect(reply).toContain('**Sources:**')
})

it('streams many pieces that join to the whole text', async () => {
  const prompt = promptFor('How do I prepare for a system design interview?')
  const pieces = await collect(guidesLlm({ pace: atOnce }).stream(prompt, never()))

  expect(pieces.length).toBeGreaterThan(50)
  expect(pieces.length).toBeLessThanOrEqual(120)
  const library = await openGuideLibrary()
  expect(pieces.join('')).toBe(composeAnswer(prompt, library))
})

it('waits for its pace after every piece', async () => {
  let paces = 0
  const pace: Pace = async () => void paces++
  const pieces = await collect(guidesLlm({ pace }).stream(promptFor('salary negotiation'), never()))

  expect(paces).toBe(pieces.length)
})

it('ends silently in the middle of a pause when it is aborted', async () => {
  const { signal, abort } = abortable()
  const pace: Pace = (paused) =>
    new Promise((_, reject) => {
      paused.addEventListener('abort', () => reject(paused.reason))
      abort()
    })

  const pieces = await collect(guidesLlm({ pace }).stream(promptFor('CV check'), signal))

  expect(pieces).toHaveLength(1)
})

it('stops with its own pace too, without waiting', async () => {
  const { signal, abort } = abortable()
  const pieces: string[] = []
  for await (const piece of guidesLlm().stream(promptFor('CV check'), signal)) {
    pieces.push(piece)
    if (pieces.length === 3) abort()
  }

  expect(pieces).toHaveLength(3)
})

it('says nothing when it was aborted before it began', async () => {
  const stream = guidesLlm({ pace: atOnce }).stream(promptFor('CV check'), AbortSignal.abort())

  expect(await collect(stream)).toEqual([])
})

it('never plays a model: it writes, judges and embeds nothing', async () => {
  const llm = guidesLlm()
  const task = { messages: [], maxTokens: 10 }

  expect(await llm.write(task, never())).toBeNull()
  expect(await llm.json({ ...task, name: 'x', schema: z.string() }, never())).toBeNull()
  expect(await llm.embed(['x'], never())).toBeNull()
})

it('is always ready under its own label', async () => {
  const llm = guidesLlm()

  expect(llm.status()).toEqual({
    kind: 'built-in',
    label: 'Built-in guides',
    model: null,
    error: null,
    found: [],
  })
  expect(await llm.refresh()).toEqual(llm.status())
})

it('says so when the guides cannot be read, at each question anew', async () => {
  const llm = guidesLlm({ pace: atOnce, folder: new URL('./no-such-folder/', import.meta.url) })
  const ask = () => collect(llm.stream(promptFor('CV check'), never()))

  await expect(ask()).rejects.toMatchObject({ code: 'LLM_UNREACHABLE' })
  await expect(ask()).rejects.toThrow('The built-in guides could not be read.')
})

async function collect(pieces: AsyncIterable<string>): Promise<string[]> {
  const collected: string[] = []
  for await (const piece of pieces) collected.push(piece)
  return collected
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
