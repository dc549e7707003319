import { describe, expect, it } from 'vitest'
import { type ChatChange, type ChatState, emptyChat, isReplying, reduceChat } from './chat-state.ts'

const started = {
  messageId: 'm1',
  chatId: 'ada_1',
  mode: 'chat',
  question: 'Hi',
  startedAt: '2026-01-01T10:00:00.000Z',
} as const
const asked: ChatChange = { type: 'asked', messageId: 'm1', question: 'Hi', at: 1000 }
const hello: ChatChange = { type: 'chunk', messageId: 'm1', fullResponse: 'Hello' }
const complete: ChatChange = {
  type: 'complete',
  messageId: 'm1',
  fullResponse: 'Hello you',
  contextPercent: 12,
  at: 5000,
}

function after(...changes: ChatChange[]): ChatState {
  return changes.reduce(reduceChat, emptyChat)
}

function shown({ messages }: ChatState) {
  return messages.map(({ role, text }) => `${role}: ${text}`)
}

describe('a reply', () => {
  it('begins as the question and an empty placeholder that is processing', () => {
    const chat = after(asked)

    expect(shown(chat)).toEqual(['user: Hi', 'bot: '])
    expect(chat.messages[1]).toMatchObject({ isOpen: true, text: '', startedAt: 1000 })
    expect(isReplying(chat)).toBe(true)
  })

  it('shows the newest text', () => {
    const chat = after(asked, hello)

    expect(chat.messages[1]).toMatchObject({ text: 'Hello', isOpen: true })
    expect(isReplying(chat)).toBe(true)
  })

  it('ends with its time and the new context percent', () => {
    const chat = after(asked, hello, complete)

    expect(chat.messages[1]).toMatchObject({
      text: 'Hello you',
      responseTime: 4000,
      timestamp: 5000,
    })
    expect(chat.contextPercent).toBe(12)
    expect(isReplying(chat)).toBe(false)
  })

  it("takes the daemon's response time where it is told", () => {
    const chat = after(asked, { ...complete, responseTime: 850 })

    expect(chat.messages[1]?.responseTime).toBe(850)
  })

  it('does not change when its end is told twice', () => {
    const once = after(asked, complete)
    const again = reduceChat(once, { ...complete, contextPercent: 50, at: 9000 })

    expect(again).toEqual(once)
  })

  it('keeps the question of a concurrent reply apart', () => {
    const chat = after(asked, { ...asked, messageId: 'm2', question: 'And?' }, hello, complete)

    expect(shown(chat)).toEqual(['user: Hi', 'bot: Hello you', 'user: And?', 'bot: '])
    expect(isReplying(chat)).toBe(true)
  })
})

describe('a failure', () => {
  it('replaces the placeholder by the reason', () => {
    const chat = after(asked, { type: 'failed', messageId: 'm1', error: 'No model' })

    expect(shown(chat)).toEqual(['user: Hi', 'error: **Error**: No model'])
    expect(isReplying(chat)).toBe(false)
  })

  it('drops a text that the daemon has not kept', () => {
    const chat = after(asked, hello, { type: 'failed', messageId: 'm1', error: 'Cut' })

    expect(shown(chat)).toEqual(['user: Hi', 'error: **Error**: Cut'])
  })

  it('leaves a kept text above the reason', () => {
    const failed: ChatChange = {
      type: 'failed',
      messageId: 'm1',
      error: 'Cut',
      fullResponse: 'Hel',
    }

    expect(shown(after(asked, hello, failed))).toEqual([
      'user: Hi',
      'bot: Hel',
      'error: **Error**: Cut',
    ])
  })

  it('is told once', () => {
    const failed: ChatChange = {
      type: 'failed',
      messageId: 'm1',
      error: 'Cut',
      fullResponse: 'Hel',
    }

    expect(shown(after(asked, failed, failed))).toHaveLength(3)
  })

  it('has a reason also when none was given', () => {
    const chat = after(asked, { type: 'failed', messageId: 'm1', error: '' })

    expect(chat.messages[1]?.text).toBe('**Error**: Streaming error occurred')
  })
})

describe('stopping', () => {
  it('waits, and marks the reply as stopped when the daemon agrees', () => {
    expect(after(asked, hello, { type: 'stopping' }).isStopping).toBe(true)

    const chat = after(asked, hello, { type: 'stopping' }, { type: 'stop-accepted' })

    expect(chat.isStopping).toBe(false)
    expect(chat.messages[1]).toMatchObject({ text: 'Hello', isStopped: true })
    expect(isReplying(chat)).toBe(false)
  })

  it('resets when the call fails', () => {
    const chat = after(asked, { type: 'stopping' }, { type: 'stop-failed' })

    expect(chat.isStopping).toBe(false)
    expect(isReplying(chat)).toBe(true)
  })

  it('takes the text that was kept with it', () => {
    const stopped: ChatChange = {
      type: 'stopped',
      messageId: 'm1',
      fullResponse: 'Hello y',
      at: 4000,
    }
    const chat = after(asked, hello, { type: 'stop-accepted' }, stopped)

    expect(chat.messages[1]).toMatchObject({ text: 'Hello y', isStopped: true, responseTime: 3000 })
  })

  it('yields to a reply that was complete already', () => {
    const chat = after(asked, hello, { type: 'stop-accepted' }, complete)

    expect(chat.messages[1]).toMatchObject({ text: 'Hello you', isStopped: false })
  })

  it('counts a break of the stream that it caused as stopped', () => {
    const chat = after(
      asked,
      hello,
      { type: 'stop-accepted' },
      { type: 'failed', messageId: 'm1', error: 'x' },
    )

    expect(shown(chat)).toEqual(['user: Hi', 'bot: Hello'])
  })
})

describe('a reply that another screen asked for', () => {
  it('appears with its question', () => {
    const chat = after({ type: 'started', ...started }, hello)

    expect(shown(chat)).toEqual(['user: Hi', 'bot: Hello'])
  })

  it('changes nothing where it is known', () => {
    expect(shown(after(asked, { type: 'started', ...started }))).toEqual(['user: Hi', 'bot: '])
  })

  it('does not begin again after it has failed', () => {
    const failed: ChatChange = { type: 'failed', messageId: 'm1', error: 'Cut' }

    expect(isReplying(after(asked, failed, { type: 'started', ...started }))).toBe(false)
  })
})

it('takes back a question that needs a sign-in first', () => {
  expect(after(asked, { type: 'withdrawn', messageId: 'm1' }).messages).toEqual([])
})
