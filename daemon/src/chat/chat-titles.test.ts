import { describe, expect, it, vi } from 'vitest'
import { message, startChat } from '../../test/chat-under-test.ts'
import { scriptedLlm } from '../../test/scripted-llm.ts'
import { AppError } from '../errors.ts'
import type { Llm } from '../platform/llm/llm.ts'
import { TITLE_LIMIT_MS } from './chat-titles.ts'

const about = { userId: 'ada', chatId: 'ada_1' }

/** A model that says hello, and writes titles as told. */
function titling(write: Llm['write']): Llm {
  return { ...scriptedLlm('Hello'), write }
}

async function titleIn(chat: Awaited<ReturnType<typeof startChat>>): Promise<unknown> {
  await chat.post('/api/chatbot', { ...message, msg: 'How do I rotate a password?' })
  await chat.idle()
  return chat.chats.title('ada', 'ada_1')
}

describe('the title of a chat', () => {
  it('is written by the small model after the first reply, cleaned and announced', async () => {
    const llm = scriptedLlm.of({ pieces: ['Use ALTER ROLE.'], write: '"Rotating passwords"\n' })
    const chat = await startChat({ llm })

    expect(await titleIn(chat)).toBe('Rotating passwords')
    expect(chat.realtime.told.at(-1)).toEqual({
      userId: 'ada',
      name: 'chat-titled',
      payload: { chatId: 'ada_1', title: 'Rotating passwords' },
    })
    expect(llm.tasks).toHaveLength(1)
    expect(llm.tasks[0]?.messages.at(-1)?.content).toContain('How do I rotate a password?')
  })

  it('is made once', async () => {
    const llm = scriptedLlm.of({ pieces: ['Yes.'], write: 'A title' })
    const chat = await startChat({ llm })
    await titleIn(chat)

    await chat.post('/api/chatbot', { ...message, messageId: 2 })
    await chat.idle()

    expect(llm.tasks).toHaveLength(1)
  })

  it.each<[string, Llm['write']]>([
    ['there is no model', async () => null],
    ['the model fails', () => Promise.reject(new AppError('LLM_UNREACHABLE', 'Gone.'))],
    ['the model writes nothing', async () => ' \n'],
  ])('is the first words of the question when %s', async (_why, write) => {
    const chat = await startChat({ llm: titling(write) })

    expect(await titleIn(chat)).toBe('How do I rotate a password?')
    expect(chat.failures).toEqual([])
  })

  it('is the first words when the model takes more than 10 s', async () => {
    const asked = Promise.withResolvers<void>()
    const silent: Llm['write'] = () => {
      asked.resolve()
      return new Promise(() => {})
    }
    const chat = await startChat({ llm: titling(silent) })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const title = titleIn(chat)
    await asked.promise
    vi.advanceTimersByTime(TITLE_LIMIT_MS)

    expect(await title).toBe('How do I rotate a password?')
  })

  it('lets go of its model when it is made', async () => {
    const signals: AbortSignal[] = []
    const llm = titling(async (_task, signal) => {
      signals.push(signal)
      return 'Title'
    })

    expect(await titleIn(await startChat({ llm }))).toBe('Title')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('comes also when the first reply fails', async () => {
    const error = new AppError('LLM_UNREACHABLE', 'No model server answers.')
    const chat = await startChat({ llm: scriptedLlm.of({ error }) })

    expect(await titleIn(chat)).toBe('How do I rotate a password?')
  })
})

describe('asking for a title', () => {
  it('says whether there is one', async () => {
    const chat = await startChat()
    const hasTitle = async () => (await chat.post('/api/chatbot/has-title', about)).json()

    expect(await hasTitle()).toEqual({ hasTitle: false })
    await titleIn(chat)
    expect(await hasTitle()).toEqual({ hasTitle: true })
  })

  it('waits for the one in the making and answers it', async () => {
    const written = Promise.withResolvers<string>()
    const asked = Promise.withResolvers<void>()
    let times = 0
    const write: Llm['write'] = () => {
      times += 1
      asked.resolve()
      return written.promise
    }
    const chat = await startChat({ llm: titling(write) })
    await chat.post('/api/chatbot', message)
    await chat.realtime.hears('chat-complete')

    const answer = chat.post('/api/chatbot/summarize', { ...about, prompt: 'Hi' })
    await asked.promise
    written.resolve('The one title')

    expect(await (await answer).json()).toEqual({ summary: 'The one title' })
    await chat.idle()
    expect(times).toBe(1)
  })

  it('answers the title that is there', async () => {
    const llm = scriptedLlm.of({ pieces: ['Yes.'], write: 'A title' })
    const chat = await startChat({ llm })
    await titleIn(chat)

    const answer = await chat.post('/api/chatbot/summarize', { ...about, prompt: 'Other words' })

    expect(await answer.json()).toEqual({ summary: 'A title' })
    expect(llm.tasks).toHaveLength(1)
  })

  it('needs a prompt', async () => {
    const chat = await startChat()

    expect((await chat.post('/api/chatbot/summarize', about)).status).toBe(400)
    expect((await chat.post('/api/chatbot/summarize', { ...about, prompt: '' })).status).toBe(400)
  })
})
