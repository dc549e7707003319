import { describe, expect, it, vi } from 'vitest'
import { endsOf, message, startChat } from '../../test/chat-under-test.ts'
import { scriptedLlm } from '../../test/scripted-llm.ts'
import { AppError } from '../errors.ts'
import type { Llm } from '../platform/llm/llm.ts'
import { CHECKPOINT_MS } from './accept-question.ts'

describe('a reply', () => {
  it('streams, is stored and ends with what the next question finds: the prompt and the reply', async () => {
    const llm = scriptedLlm('Hel', 'lo')
    const chat = await startChat({ llm })

    const answer = await chat.post('/api/chatbot', message)
    await chat.idle()

    expect(await answer.json()).toEqual({
      streaming: true,
      message: 'Streaming response via WebSocket',
    })
    const sent = llm.prompts[0]?.messages.reduce((sum, { content }) => sum + content.length, 0) ?? 0
    const percent = ((Math.ceil(sent / 4) + Math.ceil('Hello'.length / 4)) / 6300) * 100
    expect(chat.realtime.told.map(({ name }) => name).slice(0, 4)).toEqual([
      'chat-started',
      'chat-chunk',
      'chat-chunk',
      'chat-complete',
    ])
    expect(endsOf(chat)).toMatchObject([
      {
        userId: 'ada',
        payload: { messageId: message.messageId, fullResponse: 'Hello', contextPercent: percent },
      },
    ])
    expect(await chat.messages('ada_1')).toMatchObject([
      { role: 'user', content: 'Hi', messageId: message.messageId, mode: 'chat' },
      {
        role: 'bot',
        content: 'Hello',
        messageId: message.messageId,
        promptTokens: expect.any(Number),
      },
    ])
  })

  it('has its question stored for good before the call is answered', async () => {
    const llm = scriptedLlm.stepwise()
    const chat = await startChat({ llm })

    expect((await chat.post('/api/chatbot', message)).status).toBe(200)

    expect(await chat.messages('ada_1')).toMatchObject([{ role: 'user', content: 'Hi' }])
    expect(endsOf(chat)).toEqual([])
  })

  it('asks the model and streams while its question is still being stored, and ends after', async () => {
    const llm = scriptedLlm.stepwise()
    const stored = Promise.withResolvers<void>()
    const chat = await startChat({
      llm,
      chats: (real) => ({
        append: async (...values) => {
          await stored.promise
          await real.append(...values)
        },
      }),
    })

    const answer = chat.post('/api/chatbot', message)
    const reply = await llm.next()
    await reply.say('Hel')
    reply.finish()
    expect(chat.realtime.told.map(({ name }) => name)).toEqual(['chat-started', 'chat-chunk'])
    stored.resolve()

    expect((await answer).status).toBe(200)
    await chat.realtime.hears('chat-complete')
  })

  it('sends the model its own turns as assistant, and the question once', async () => {
    const llm = scriptedLlm('Yes.')
    const chat = await startChat({ llm })
    await chat.post('/api/chatbot', message)
    await chat.idle()

    await chat.post('/api/chatbot', { ...message, msg: 'Sure?', messageId: 2 })
    await chat.idle()

    expect(llm.prompts[1]?.messages.slice(1)).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Sure?' },
    ])
  })

  it('answers the question alone after one that the model refused', async () => {
    const refused = new AppError('LLM_REFUSED', 'The model refused to answer this.')
    const llm = scriptedLlm.of({ error: refused })
    const chat = await startChat({ llm })
    for (const [messageId, msg] of ['Something forbidden', 'What is TCP?'].entries()) {
      await chat.post('/api/chatbot', { ...message, msg, messageId })
      await chat.idle()
    }

    expect(llm.prompts[1]?.messages.slice(1)).toEqual([{ role: 'user', content: 'What is TCP?' }])
  })

  it('is kept on disk every 5 s while it runs', async () => {
    const llm = scriptedLlm.stepwise()
    const kept: string[] = []
    const chat = await startChat({
      llm,
      chats: () => ({
        checkpoint: async (_user, _chat, partial) => void kept.push(partial.content),
      }),
    })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await chat.post('/api/chatbot', message)
    const reply = await llm.next()
    await reply.say('\n')
    vi.advanceTimersByTime(CHECKPOINT_MS)
    await reply.say('one ')
    vi.advanceTimersByTime(CHECKPOINT_MS)
    vi.advanceTimersByTime(CHECKPOINT_MS)
    await reply.say('two')
    vi.advanceTimersByTime(CHECKPOINT_MS)
    reply.finish()
    await chat.idle()

    expect(kept).toEqual(['\none ', '\none two'])
  })
})

describe('the end of a reply', () => {
  it('comes once when the model fails in the middle, and keeps what was said', async () => {
    const error = new AppError('LLM_CUT', 'The model stopped in the middle.')
    const chat = await startChat({ llm: scriptedLlm.of({ pieces: ['Hel'], error }) })

    await chat.post('/api/chatbot', message)
    await chat.idle()

    expect(endsOf(chat)).toMatchObject([
      { name: 'chat-error', payload: { error: error.message, messageId: message.messageId } },
    ])
    expect((await chat.messages('ada_1')).at(-1)).toMatchObject({
      role: 'bot',
      content: 'Hel',
      error: error.message,
    })
    expect(chat.failures).toContain(error)
  })

  it('leaves its reason with the question when the model fails before a word, once per try', async () => {
    const error = new AppError('LLM_REFUSED', 'The model refused to answer this.')
    const chat = await startChat({ llm: scriptedLlm.of({ pieces: ['\n'], error }) })

    for (const messageId of [1, 2]) {
      await chat.post('/api/chatbot', { ...message, messageId })
      await chat.idle()
    }

    expect(await chat.messages('ada_1')).toEqual([
      expect.objectContaining({ role: 'user', messageId: 1, error: error.message }),
      expect.objectContaining({ role: 'user', messageId: 2, error: error.message }),
    ])
    expect(await chat.chats.list('ada')).toMatchObject([{ messageCount: 2 }])
  })

  it('comes once when the model says nothing, and no bot message is stored', async () => {
    const silent = { ...scriptedLlm(), stream: async function* () {} }
    const chat = await startChat({ llm: silent })

    await chat.post('/api/chatbot', message)
    await chat.idle()

    expect(endsOf(chat)).toMatchObject([
      { name: 'chat-error', payload: { error: 'No response content received from LLM' } },
    ])
    expect(await chat.messages('ada_1')).toHaveLength(1)
  })

  it('comes once when the engine crashes, without telling how', async () => {
    const crashing: Llm = {
      ...scriptedLlm(),
      stream() {
        throw new TypeError('secret detail')
      },
    }
    const chat = await startChat({ llm: crashing })

    await chat.post('/api/chatbot', message)
    await chat.idle()

    expect(endsOf(chat)).toMatchObject([
      { name: 'chat-error', payload: { error: 'Streaming error occurred' } },
    ])
    expect(chat.realtime.running('ada')).toEqual([])
  })

  it('says so when the reply cannot be stored', async () => {
    const full = new AppError('STORE_FULL', "The server's disk is full.")
    const chat = await startChat({
      chats: (real) => ({
        append: async (userId, chatId, stored) => {
          if (stored.role === 'bot') throw full
          await real.append(userId, chatId, stored)
        },
      }),
    })

    await chat.post('/api/chatbot', message)
    await chat.idle()

    expect(endsOf(chat)).toMatchObject([
      { name: 'chat-error', payload: { error: full.message, fullResponse: 'Hello' } },
    ])
  })

  it('comes once when the question cannot be stored: the model is stopped and the call fails', async () => {
    const full = new AppError('STORE_FULL', "The server's disk is full.")
    const llm = scriptedLlm.stepwise()
    const chat = await startChat({
      llm,
      chats: () => ({ append: () => Promise.reject(full) }),
    })

    const answer = await chat.post('/api/chatbot', message)
    await (await llm.next()).stopped

    expect(answer.status).toBe(507)
    expect(await answer.json()).toMatchObject({ error: full.message, message: full.message })
    await chat.idle()
    expect(endsOf(chat)).toMatchObject([{ name: 'chat-error', payload: { error: full.message } }])
    expect(chat.realtime.running('ada')).toEqual([])
  })
})

describe('who else can be asked', () => {
  const unreachable = () => new AppError('LLM_UNREACHABLE', 'Nobody is there.')

  it('is the model that the guides answered for, which is then asked', async () => {
    const asked: (string | undefined)[] = []
    const llm: Llm = {
      ...scriptedLlm(),
      async *stream({ answerBy, onInstead }) {
        asked.push(answerBy)
        if (answerBy !== 'model') onInstead?.('Ollama')
        yield answerBy ?? 'From the guides'
      },
    }
    const chat = await startChat({ llm })
    const otherwise = { by: 'model', name: 'Ollama' }

    await chat.post('/api/chatbot', message)
    await chat.idle()
    expect(endsOf(chat)).toMatchObject([{ name: 'chat-complete', payload: { otherwise } }])
    await chat.postForm({ ...message, messageId: '2', answerBy: 'model' })
    await chat.idle()

    expect(asked).toEqual([undefined, 'model'])
    const stored = await chat.messages('ada_1')
    expect(stored.map((each) => each.otherwise)).toEqual([
      undefined,
      otherwise,
      undefined,
      undefined,
    ])
  })

  it('are the guides where a model said nothing, and nobody where it did or they have failed', async () => {
    const failing = scriptedLlm.of({ error: unreachable() })
    const guides = { kind: 'built-in', label: 'Built-in guides', model: null } as const
    const engines = [
      failing,
      scriptedLlm.of({ pieces: ['Hel'], error: unreachable() }),
      scriptedLlm.of({ error: unreachable(), status: guides }),
      scriptedLlm.of({ pieces: ['\n'] }),
    ]
    const told = []
    for (const llm of engines) {
      const chat = await startChat({ llm })
      await chat.post('/api/chatbot', message)
      await chat.idle()
      const [end] = endsOf(chat)
      expect(end?.name).toBe('chat-error')
      const [question] = await chat.messages('ada_1')
      told.push([end?.payload, question].map((each) => Reflect.get(each ?? {}, 'otherwise')))
    }

    const byGuides = { by: 'guides' }
    expect(told[0]).toEqual([byGuides, byGuides])
    expect(told.slice(1, 3).flat()).toEqual(Array(4).fill(undefined))
    expect(told[3]).toEqual([byGuides, byGuides])
  })

  it('is refused where it is neither', async () => {
    const chat = await startChat()
    const answer = await chat.post('/api/chatbot', { ...message, answerBy: 'somebody' })
    expect(answer.status).toBe(400)
  })
})
