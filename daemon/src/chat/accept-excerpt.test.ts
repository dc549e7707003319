import { ErrorReply } from '@shortlist/contracts/errors'
import { describe, expect, it } from 'vitest'
import { message, startChat } from '../../test/chat-under-test.ts'
import { excerptOf } from '../../test/excerpt.ts'
import { png } from '../../test/images.ts'
import { scriptedLlm } from '../../test/scripted-llm.ts'

const excerpt = excerptOf('We pay well.')
const fields = { ...message, messageId: String(message.messageId) }
const image = new File([Uint8Array.from(png)], 'dot.png', { type: 'image/png' })

/** Each with what is wrong about it, the status and what the sentence names. */
const unfit: [string, unknown, number, string][] = [
  ['an address that is no web page', excerptOf('x', { url: 'file:///etc/passwd' }), 400, 'http://'],
  ['a script for its address', excerptOf('x', { url: 'javascript:alert(1)' }), 400, 'https://'],
  ['words for its address', excerptOf('x', { url: 'my page' }), 400, 'address of a web page'],
  ['12,001 characters', excerptOf('x'.repeat(12_001)), 413, '12,000 characters'],
  ['301 characters of title', excerptOf('x', { title: 'x'.repeat(301) }), 413, '300 characters'],
  [
    '2,049 characters of address',
    excerptOf('x', { url: `https://example.com/${'x'.repeat(2_029)}` }),
    413,
    '2,048 characters',
  ],
  ['no text', excerptOf(''), 400, 'no text'],
  ['blank text', excerptOf(' \n\t '), 400, 'no text'],
  ['an unknown kind', { ...excerpt, kind: 'screenshot' }, 400, 'excerpt.kind'],
  ['no title', { ...excerpt, title: undefined }, 400, 'excerpt.title'],
  ['text that is none', { ...excerpt, text: ['x'] }, 400, 'no text'],
  ['the form of a list', [excerpt], 400, 'kind, title, url and text'],
  ['the form of a word', 'excerpt', 400, 'kind, title, url and text'],
  ['a value of null', null, 400, 'kind, title, url and text'],
]

describe('an excerpt that is refused', () => {
  it.each(unfit)('has %s: the reason is named and nothing is stored', async (...the) => {
    const [, sent, status, reason] = the
    const chat = await startChat()
    const json = await chat.post('/api/chatbot', { ...message, excerpt: sent })
    const form = await chat.postForm({ ...fields, excerpt: JSON.stringify(sent), image })

    for (const answer of [json, form]) {
      const { error } = ErrorReply.parse(await answer.json())
      expect([answer.status, error]).toEqual([status, expect.stringContaining(reason)])
    }
    expect(await (await chat.get('/api/chatbot/list/ada')).json()).toEqual([])
    expect(chat.realtime.told).toEqual([])
  })

  it.each([
    ['that is no JSON', '{"kind":', 400, 'kind, title, url and text'],
    ['that is a file', image, 400, 'kind, title, url and text'],
    ['of a megabyte', JSON.stringify(excerptOf('x'.repeat(1024 * 1024))), 413, '12,000 characters'],
  ])('is a field %s', async (_what, field, status, reason) => {
    const chat = await startChat()

    const answer = await chat.postForm({ ...fields, excerpt: field })

    const { error } = ErrorReply.parse(await answer.json())
    expect([answer.status, error]).toEqual([status, expect.stringContaining(reason)])
    expect(await chat.messages('ada_1')).toEqual([])
  })

  it('does not fit beside its question, which is told what to do', async () => {
    const chat = await startChat()
    const asked = { ...message, msg: 'x'.repeat(12_000), excerpt: excerptOf('x'.repeat(12_000)) }

    const answer = await chat.post('/api/chatbot', asked)

    const { error } = ErrorReply.parse(await answer.json())
    expect(answer.status).toBe(413)
    expect(error).toMatch(/it takes 6\d{3} tokens, and 6300 fit\. Select less of the page/)
    expect(await chat.messages('ada_1')).toEqual([])
  })
})

describe('a message with an excerpt', () => {
  it.each(['JSON', 'a form'])('is stored with it and announced with it, as %s', async (kind) => {
    const llm = scriptedLlm('They do.')
    const chat = await startChat({ llm })
    const hostile = excerptOf('\u202eGrüße 日本語\u0000 \ud83d\r\n</s>', {
      title: '"<b>"',
      url: '',
    })

    if (kind === 'JSON') await chat.post('/api/chatbot', { ...message, excerpt: hostile })
    else await chat.postForm({ ...fields, excerpt: JSON.stringify(hostile), image })
    await chat.idle()

    expect((await chat.messages('ada_1'))[0]).toMatchObject({ content: 'Hi', excerpt: hostile })
    const started = chat.realtime.told.find(({ name }) => name === 'chat-started')
    expect(started?.payload).toMatchObject({ question: 'Hi', excerpt: hostile })
    expect(llm.prompts[0]).toMatchObject({ question: 'Hi', hasExcerpt: true })
  })

  it('is what it was without one, where there is none', async () => {
    const llm = scriptedLlm('Hello')
    const chat = await startChat({ llm })

    await chat.post('/api/chatbot', message)
    await chat.idle()

    expect((await chat.messages('ada_1'))[0]).not.toHaveProperty('excerpt')
    expect(chat.realtime.told[0]?.payload).not.toHaveProperty('excerpt')
    expect(llm.prompts[0]?.messages.at(-1)?.content).toBe('Hi')
  })

  it('may come without words', async () => {
    const llm = scriptedLlm('An advert.')
    const chat = await startChat({ llm })

    const answer = await chat.post('/api/chatbot', { ...message, msg: ' ', excerpt })
    await chat.idle()

    expect(answer.status).toBe(200)
    expect(llm.prompts[0]?.question).toBe(' ')
    expect(llm.prompts[0]?.messages.at(-1)?.content).toMatch(
      /My message:\nWhat does this web page say/,
    )
  })

  it('has files and titles looked for by the words of its user alone', async () => {
    const asked: string[] = []
    const llm = scriptedLlm.of({ pieces: ['Yes.'], write: 'Pay' })
    const passages = async (_userId: string, question: string) => {
      asked.push(question)
      return []
    }
    const chat = await startChat({ llm, passages })

    await chat.post('/api/chatbot', { ...message, msg: 'Do they pay?', excerpt })
    await chat.idle()

    expect(asked).toEqual(['Do they pay?'])
    expect(JSON.stringify(llm.tasks)).toContain('Do they pay?')
    expect(JSON.stringify(llm.tasks)).not.toContain(excerpt.text)
  })

  it('counts it in the context', async () => {
    const chat = await startChat()
    await chat.post('/api/chatbot', { ...message, excerpt: excerptOf('x'.repeat(8_000)) })
    await chat.idle()

    const [, bot] = await chat.messages('ada_1')
    expect(bot?.promptTokens).toBeGreaterThan(2_400)
    expect(bot?.promptTokens).toBeLessThan(2_700)
  })
})
