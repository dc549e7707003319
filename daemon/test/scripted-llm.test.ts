import { expect, it } from 'vitest'
import { AppError } from '../src/errors.ts'
import { describeLlmContract, listen, promptOf } from './llm-contract.ts'
import { scriptedLlm } from './scripted-llm.ts'

describeLlmContract('scriptedLlm', async ({ pieces = [], isCut, isTooLong, write, json, vector }) =>
  scriptedLlm.of({
    pieces,
    ...(isCut && { error: new AppError('LLM_CUT', 'cut') }),
    ...(isTooLong && { error: new AppError('LLM_CONTEXT', 'too long') }),
    ...(write !== undefined && { write }),
    ...(json !== undefined && { json }),
    ...(vector && { embed: () => vector }),
  }),
)

it('waits for the test before each piece', async () => {
  const llm = scriptedLlm.stepwise()
  const listening = listen(llm.stream(promptOf('Hi'), new AbortController().signal))

  const reply = await llm.next()
  await reply.say('Hel')
  await reply.say('lo')
  reply.finish()

  expect(await listening).toMatchObject({ pieces: ['Hel', 'lo'], failure: undefined })
  expect(reply.prompt.question).toBe('Hi')
})

it('lets the test see that a reply was stopped', async () => {
  const llm = scriptedLlm.stepwise()
  const stopping = new AbortController()
  const listening = listen(llm.stream(promptOf('Hi'), stopping.signal))
  const reply = await llm.next()
  await reply.say('Hel')

  stopping.abort()

  await reply.stopped
  await reply.say('lo')
  expect(await listening).toMatchObject({ text: 'Hel', failure: undefined })
})

it('fails a reply where the test says so', async () => {
  const llm = scriptedLlm.stepwise()
  const failure = new AppError('LLM_STALL', 'silent')
  const listening = listen(llm.stream(promptOf('Hi'), new AbortController().signal))
  const reply = await llm.next()

  await reply.say('Hel')
  reply.fail(failure)

  expect(await listening).toMatchObject({ text: 'Hel', failure })
})
