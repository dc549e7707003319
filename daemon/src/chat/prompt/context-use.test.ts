import { ContextUse, type Mode } from '@shortlist/contracts/chat'
import { describe, expect, it } from 'vitest'
import { type ChatUnderTest, endsOf, message, startChat } from '../../../test/chat-under-test.ts'
import { scriptedLlm } from '../../../test/scripted-llm.ts'
import { AppError } from '../../errors.ts'
import type { Llm } from '../../platform/llm/llm.ts'
import { systemPrompts } from './build-prompt.ts'

async function useOf(chat: ChatUnderTest, mode: Mode = 'chat') {
  const answer = await chat.get(`/api/chatbot/context/ada/ada_1?mode=${mode}`)
  return ContextUse.required().parse(await answer.json())
}

/** An engine whose server counts by itself. */
function counting(tokens: number): Llm {
  return {
    ...scriptedLlm(),
    async *stream({ onCounted }) {
      yield 'Hello'
      onCounted?.(tokens)
    },
  }
}

describe('the context of a chat', () => {
  it.each(['chat', 'coach'] as const)(
    'is that of the instructions while it is empty: %s',
    async (mode) => {
      const chat = await startChat()

      const tokens = systemPrompts[mode].length / 4
      expect(await useOf(chat, mode)).toEqual({
        contextPercent: (Math.ceil(tokens) / 6300) * 100,
        totalTokens: Math.ceil(tokens),
        messageCount: 1,
        contextTokens: 6300,
        instructionTokens: tokens,
      })
    },
  )

  it('is the prompt that was really sent, and the reply', async () => {
    const llm = scriptedLlm('y'.repeat(400))
    const chat = await startChat({ llm })
    await chat.post('/api/chatbot', { ...message, msg: 'x'.repeat(999) })
    await chat.idle()

    const sent = llm.prompts[0]?.messages.map(({ content }) => content).join('') ?? ''
    const use = await useOf(chat)
    expect(use.totalTokens).toBe(Math.ceil(sent.length / 4) + 100)
    expect(use.contextPercent).toBeCloseTo((use.totalTokens / 6300) * 100)
    expect(endsOf(chat)).toMatchObject([{ payload: { contextPercent: use.contextPercent } }])
  })

  it("is the server's count of both where it tells one", async () => {
    const chat = await startChat({ llm: counting(1_260) })
    await chat.post('/api/chatbot', message)
    await chat.idle()

    expect(endsOf(chat)).toMatchObject([{ payload: { contextPercent: 20 } }])
    expect(await useOf(chat)).toMatchObject({ contextPercent: 20, totalTokens: 1_260 })
  })

  it.each([
    ['failed', new AppError('LLM_CUT', 'Cut'), 'chat-error'],
    ['was stopped', undefined, 'chat-stopped'],
  ] as const)(
    'does not count a question whose reply %s before its first word',
    async (_what, error, end) => {
      const llm = scriptedLlm.stepwise()
      const chat = await startChat({ llm })
      const before = await useOf(chat)
      await chat.post('/api/chatbot', { ...message, msg: 'x'.repeat(4_000) })
      const reply = await llm.next()
      if (error) reply.fail(error)
      else await chat.post('/api/chatbot/stop', { userId: 'ada', chatId: 'ada_1' })
      await chat.realtime.hears(end)

      expect(await useOf(chat)).toEqual(before)
    },
  )

  it('is of what the model holds: the meter, what is sent and what is refused', async () => {
    const llm = scriptedLlm.of({ pieces: ['a'.repeat(4_000)], contextTokens: 2_000 })
    const chat = await startChat({ llm })
    for (const messageId of [1, 2, 3]) {
      await chat.post('/api/chatbot', { ...message, messageId, msg: 'x'.repeat(400) })
      await chat.idle()
    }
    const refused = await chat.post('/api/chatbot', {
      ...message,
      messageId: 4,
      msg: 'x'.repeat(7_000),
    })

    const { contextPercent, totalTokens, contextTokens } = await useOf(chat)
    expect([contextTokens, contextPercent]).toEqual([2_000, 100])
    expect(totalTokens).toBeGreaterThan(2_000)
    expect(endsOf(chat).at(-1)).toMatchObject({ payload: { contextPercent, contextTokens } })
    for (const { messages } of llm.prompts) {
      const characters = messages.reduce((sum, { content }) => sum + content.length, 0)
      expect(characters).toBeLessThanOrEqual(8_000)
    }
    expect([refused.status, await refused.json()]).toEqual([
      413,
      expect.objectContaining({ error: expect.stringContaining('and 2000 fit.') }),
    ])
  })
})
