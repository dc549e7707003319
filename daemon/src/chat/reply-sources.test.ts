import { describe, expect, it, vi } from 'vitest'
import { endsOf, message, startChat } from '../../test/chat-under-test.ts'
import { passage } from '../../test/passage.ts'
import { scriptedLlm } from '../../test/scripted-llm.ts'
import { AppError } from '../errors.ts'
import { CHECKPOINT_MS, SEARCH_LIMIT_MS } from './accept-question.ts'

const found = passage('const a = 1', { path: 'src/a.ts', heading: 'start' })
const source = { fileId: 'f1', path: 'src/a.ts', firstLine: 3, lastLine: 9, heading: 'start' }
const passages = async () => [found]

/** The long chat of `found` turns that a question comes after. */
async function talkAtLength(chat: Awaited<ReturnType<typeof startChat>>): Promise<void> {
  for (let at = 0; at < 40; at++) {
    const about = { messageId: `m${at}`, mode: 'chat' } as const
    const said = `Turn ${at} ${'bla '.repeat(250)}`
    await chat.chats.append('ada', 'ada_1', { ...about, role: 'user', content: said })
    await chat.chats.append('ada', 'ada_1', { ...about, role: 'bot', content: `Answer ${at}` })
  }
}

describe('the sources of a reply', () => {
  it('are the passages that its prompt held, stored and sent without their text', async () => {
    const llm = scriptedLlm('Yes.')
    const tooLong = passage('x'.repeat(30_000), { path: 'big.ts' })
    const chat = await startChat({ llm, passages: async () => [tooLong, found] })

    await chat.post('/api/chatbot', message)
    await chat.idle()

    expect(llm.prompts[0]?.passages).toEqual([found])
    expect(endsOf(chat)).toMatchObject([
      { name: 'chat-complete', payload: { fullResponse: 'Yes.', sources: [source] } },
    ])
    const [question, reply] = await chat.messages('ada_1')
    expect(reply?.sources).toEqual([source])
    expect(JSON.stringify([question, reply])).not.toContain(found.text)
  })

  it('are one where several passages are from the same lines', async () => {
    const further = passage('const b = 2', { path: 'src/a.ts', heading: 'start' })
    const below = passage('const c = 3', { path: 'src/a.ts', firstLine: 10, lastLine: 11 })
    const chat = await startChat({ passages: async () => [found, further, below] })

    await chat.post('/api/chatbot', message)
    await chat.idle()

    expect((await chat.messages('ada_1'))[1]?.sources).toEqual([
      source,
      { fileId: 'f1', path: 'src/a.ts', firstLine: 10, lastLine: 11, heading: '' },
    ])
  })

  it('are left out where no passage was found', async () => {
    const chat = await startChat()

    await chat.post('/api/chatbot', message)
    await chat.idle()

    expect(endsOf(chat)[0]?.payload).not.toHaveProperty('sources')
    expect((await chat.messages('ada_1'))[1]).not.toHaveProperty('sources')
  })

  it('stay with a reply that is stopped', async () => {
    const llm = scriptedLlm.stepwise()
    const chat = await startChat({ llm, passages })
    await chat.post('/api/chatbot', message)
    await (await llm.next()).say('Half')

    await chat.post('/api/chatbot/stop', { userId: 'ada', chatId: 'ada_1' })
    await chat.idle()

    expect(endsOf(chat)).toMatchObject([{ name: 'chat-stopped', payload: { sources: [source] } }])
    expect((await chat.messages('ada_1'))[1]).toMatchObject({ isStopped: true, sources: [source] })
  })

  it('stay with a reply that fails in the middle', async () => {
    const error = new AppError('LLM_CUT', 'The model stopped in the middle.')
    const chat = await startChat({ llm: scriptedLlm.of({ pieces: ['Hel'], error }), passages })

    await chat.post('/api/chatbot', message)
    await chat.idle()

    expect(endsOf(chat)).toMatchObject([{ name: 'chat-error', payload: { sources: [source] } }])
    expect((await chat.messages('ada_1'))[1]).toMatchObject({ content: 'Hel', sources: [source] })
  })

  it('are none where a reply ends before its first word', async () => {
    const error = new AppError('LLM_UNREACHABLE', 'The model server does not answer.')
    const failing = await startChat({ llm: scriptedLlm.of({ error }), passages })
    const llm = scriptedLlm.stepwise()
    const stopped = await startChat({ llm, passages })

    await failing.post('/api/chatbot', message)
    await stopped.post('/api/chatbot', message)
    await llm.next()
    await stopped.post('/api/chatbot/stop', { userId: 'ada', chatId: 'ada_1' })
    await Promise.all([failing.idle(), stopped.idle()])

    expect(endsOf(failing)[0]?.payload).not.toHaveProperty('sources')
    expect(await failing.messages('ada_1')).toHaveLength(1)
    expect(endsOf(stopped)[0]?.payload).not.toHaveProperty('sources')
    expect((await stopped.messages('ada_1'))[1]).not.toHaveProperty('sources')
  })

  it('are kept with the checkpoints of a running reply', async () => {
    const llm = scriptedLlm.stepwise()
    const checkpoint = vi.fn(async () => {})
    const chat = await startChat({ llm, passages, chats: () => ({ checkpoint }) })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await chat.post('/api/chatbot', message)
    const reply = await llm.next()
    await reply.say('one ')
    vi.advanceTimersByTime(CHECKPOINT_MS)
    reply.finish()
    await chat.idle()

    const partial = expect.objectContaining({ content: 'one ', sources: [source] })
    expect(checkpoint.mock.calls).toEqual([['ada', 'ada_1', partial]])
  })
})

describe('a search for a reply', () => {
  it('may fail: the reply does without passages and older turns, and the log hears of it', async () => {
    const llm = scriptedLlm('Yes.')
    const lost = [new Error('No passages.'), new Error('No turns.')]
    const chat = await startChat({
      llm,
      passages: () => Promise.reject(lost[0]),
      findTurns: () => Promise.reject(lost[1]),
    })
    await talkAtLength(chat)

    await chat.post('/api/chatbot', message)
    await chat.idle()

    expect(endsOf(chat)).toMatchObject([{ name: 'chat-complete' }])
    expect(chat.failures).toEqual(lost)
    const sent = llm.prompts[0]?.messages.map(({ content }) => content) ?? []
    expect(sent).toContain('Answer 39')
    expect(sent).not.toContain('Answer 0')
  })

  it('finds older turns of a long chat by its question', async () => {
    const llm = scriptedLlm('Yes.')
    const findTurns = vi.fn(async () => [7])
    const chat = await startChat({ llm, findTurns })
    await talkAtLength(chat)

    await chat.post('/api/chatbot', message)
    await chat.idle()

    expect(findTurns.mock.calls).toEqual([
      ['ada', 'ada_1', expect.arrayContaining([expect.stringMatching(/^Turn 0 /)]), 'Hi'],
    ])
    const sent = llm.prompts[0]?.messages.map(({ content }) => content) ?? []
    expect(sent.slice(2, 4)).toEqual(['Answer 7', expect.stringMatching(/^Turn 2\d /)])
  })

  /** A chat whose search has begun and never ends. */
  async function startSearching() {
    const searching = Promise.withResolvers<void>()
    const chat = await startChat({
      passages: () => {
        searching.resolve()
        return new Promise(() => {})
      },
    })
    await chat.post('/api/chatbot', message)
    await searching.promise
    return chat
  }

  it('does not keep a reply from being stopped', async () => {
    const chat = await startSearching()

    await chat.post('/api/chatbot/stop', { userId: 'ada', chatId: 'ada_1' })
    await chat.idle()

    expect(endsOf(chat)).toMatchObject([{ name: 'chat-stopped' }])
    expect(chat.failures).toEqual([])
  })

  it('is not waited for any longer than ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const chat = await startSearching()
    vi.advanceTimersByTime(SEARCH_LIMIT_MS - 1)
    expect(chat.failures).toEqual([])

    vi.advanceTimersByTime(1)
    await chat.idle()

    expect(endsOf(chat)).toMatchObject([{ name: 'chat-complete' }])
    expect(chat.failures).toEqual([new Error('A search took longer than 10 s.')])
  })
})
