import { ErrorReply } from '@shortlist/contracts/errors'
import { describe, expect, it, vi } from 'vitest'
import { message, startChat } from '../../test/chat-under-test.ts'
import { gif, png, pngOf, svg } from '../../test/images.ts'
import { scriptedLlm } from '../../test/scripted-llm.ts'

const fields = { ...message, messageId: String(message.messageId) }

function file(bytes: Uint8Array, name = 'image.png', type = 'image/png'): File {
  return new File([Uint8Array.from(bytes)], name, { type })
}

describe('a message that is refused', () => {
  it.each([
    ['blank text', { msg: ' \n' }, 400, 'The message is empty.'],
    ['33,000 characters', { msg: 'x'.repeat(33_000) }, 413, '32,000 characters'],
    ['text that does not fit the window', { msg: 'x'.repeat(25_000) }, 413, '6300 fit'],
    ['1 MB of text', { msg: 'x'.repeat(1024 * 1024) }, 413, '256 KiB'],
    ['an unknown mode', { coachOrChat: 'poet' }, 400, 'coachOrChat'],
    ['a chat id that is a path', { chatId: '../ada_1' }, 400, 'chatId'],
    ['a new chat under another name', { chatId: 'chat_1' }, 404, 'Chat not found'],
    ['no chat id', { chatId: undefined }, 400, 'chatId'],
    ['no message id', { messageId: undefined }, 400, 'messageId'],
  ])('has %s: the reason is named and nothing is stored', async (_what, change, status, reason) => {
    const chat = await startChat()

    const answer = await chat.post('/api/chatbot', { ...message, ...change })

    const { error, message: told } = ErrorReply.parse(await answer.json())
    expect([answer.status, error]).toEqual([status, expect.stringContaining(reason)])
    expect(told).toBe(error)
    expect(await (await chat.get('/api/chatbot/list/ada')).json()).toEqual([])
    expect(chat.realtime.told).toEqual([])
  })

  it.each([
    ['invalid JSON', '{"msg":', 'application/json', 400],
    ['null', 'null', 'application/json', 400],
    ['a list', '[]', 'application/json', 400],
    ['nothing', '', 'application/json', 400],
    ['JSON that calls itself text', JSON.stringify(message), 'text/plain', 415],
    ['a form without a boundary', 'x', 'multipart/form-data', 400],
    ['a url-encoded form', 'msg=Hi', 'application/x-www-form-urlencoded', 415],
  ])('is %s', async (_what, body, type, status) => {
    const chat = await startChat()
    const headers = { 'content-type': type, cookie: chat.cookieOf('ada') }

    const answer = await chat.request('/api/chatbot', { method: 'POST', headers, body })

    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ error: expect.any(String), message: expect.any(String) }),
    ])
    expect(chat.failures).toEqual([])
  })

  it.each([
    ['an SVG', svg, 415, 'svg'],
    ['text that is called .png', Buffer.from('just some text'), 415, 'not an image'],
    ['more than 40 megapixels', pngOf(10_000, 5_000), 413, '40 megapixels'],
    ['more than 10 MB', pngOf(10, 10, 10 * 1024 * 1024 + 1), 413, '10 MB'],
    ['30 MB', pngOf(10, 10, 30 * 1024 * 1024), 413, '11 MiB'],
  ])('carries %s as its image', async (_what, bytes, status, reason) => {
    const chat = await startChat()

    const answer = await chat.postForm({ ...fields, image: file(bytes) })

    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ error: expect.stringContaining(reason) }),
    ])
    expect(await chat.messages('ada_1')).toEqual([])
  })

  it('is the 21st within a minute', async () => {
    const chat = await startChat({ limits: { perAccount: 100, overall: 100 } })
    for (let count = 1; count <= 20; count++) {
      const sent = await chat.post('/api/chatbot', { ...message, messageId: count })
      expect(sent.status).toBe(200)
    }

    const refused = await chat.post('/api/chatbot', { ...message, messageId: 21 })
    const others = { ...message, userId: 'bob', chatId: 'bob_1' }

    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({
      message: expect.stringMatching(/^More than 20 messages a minute\. Try again in \d+ s\.$/),
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await chat.post('/api/chatbot', others, 'bob')).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
    const afterwards = await chat.post('/api/chatbot', { ...message, messageId: 22 })
    expect(afterwards.status).toBe(200)
  })
})

it('does not count messages that were refused towards the 20 of a minute', async () => {
  const chat = await startChat()
  for (let count = 1; count <= 20; count++) {
    const refused = await chat.post('/api/chatbot', { ...message, msg: ' ', messageId: count })
    expect(refused.status).toBe(400)
  }

  expect((await chat.post('/api/chatbot', message)).status).toBe(200)
})

describe('a message with an image', () => {
  it('is stored, shown again as it was sent, and goes to the model', async () => {
    const llm = scriptedLlm('A dot.')
    const chat = await startChat({ llm })

    await chat.postForm({
      ...fields,
      msg: 'What is it?',
      image: file(png, 'dot.txt', 'text/plain'),
    })
    await chat.idle()

    const [question] = await chat.messages('ada_1')
    expect(question).toMatchObject({
      content: 'What is it?',
      image: { type: 'image/png', width: 1, height: 1 },
    })
    expect(llm.prompts[0]?.messages.at(-1)?.image).toEqual({
      type: 'image/png',
      bytes: new Uint8Array(png),
      stored: question?.image,
    })
    const shown = await chat.get(`/api/chatbot/images/ada/ada_1/${question?.image?.id}`)
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('may come without text', async () => {
    const chat = await startChat()

    expect((await chat.postForm({ ...fields, msg: '', image: file(gif) })).status).toBe(200)
    await chat.idle()

    expect(await chat.messages('ada_1')).toMatchObject([{ content: '' }, { content: 'Hello' }])
  })

  it('counts its image in the context', async () => {
    const chat = await startChat()
    await chat.postForm({ ...fields, image: file(png) })
    await chat.idle()

    const [, bot] = await chat.messages('ada_1')
    expect(bot?.promptTokens).toBeGreaterThan(765)
  })
})

describe('the id of a message', () => {
  it('comes back as the number that was sent as digits of a form', async () => {
    const chat = await startChat()
    await chat.postForm(fields)
    await chat.idle()

    expect(
      chat.realtime.told.map(({ payload }) => 'messageId' in payload && payload.messageId),
    ).toContain(message.messageId)
  })

  it.each([['7'], ['0b1c'], [7]])('comes back as it was sent as JSON: %o', async (messageId) => {
    const chat = await startChat()
    await chat.post('/api/chatbot', { ...message, messageId })

    expect(await chat.realtime.hears('chat-complete')).toMatchObject({ payload: { messageId } })
  })

  it('makes a repeated message the same message for ten minutes', async () => {
    let time = Date.parse('2026-03-01T10:00:00Z')
    const llm = scriptedLlm('Hello')
    const chat = await startChat({ llm, now: () => new Date(time) })
    const post = () => chat.post('/api/chatbot', message)

    const answers = await Promise.all([post(), post()])
    await chat.idle()
    time += 9 * 60_000
    answers.push(await post())
    await chat.idle()

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await chat.messages('ada_1')).toHaveLength(2)
    expect(llm.prompts).toHaveLength(1)

    time += 2 * 60_000
    await post()
    await chat.idle()
    expect(await chat.messages('ada_1')).toHaveLength(4)
  })
})
