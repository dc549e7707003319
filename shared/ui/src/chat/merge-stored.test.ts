import type { StoredMessage } from '@shortlist/contracts/chat'
import { describe, expect, it } from 'vitest'
import {
  type ChatChange,
  type ChatState,
  emptyChat,
  isReplying,
  reduceChat,
  unreadChat,
} from './chat-state.ts'

const started = {
  messageId: 'm1',
  chatId: 'ada_1',
  mode: 'chat',
  question: 'Hi',
  startedAt: '2026-01-01T10:00:00.000Z',
} as const
const asked: ChatChange = { type: 'asked', messageId: 'm1', question: 'Hi', at: 1000 }
const accepted: ChatChange = { type: 'accepted', messageId: 'm1' }
const hello: ChatChange = { type: 'chunk', messageId: 'm1', fullResponse: 'Hello' }

function after(...changes: ChatChange[]): ChatState {
  return changes.reduce(reduceChat, emptyChat)
}

function shown({ messages }: ChatState) {
  return messages.map(({ role, text }) => `${role}: ${text}`)
}

const stored: StoredMessage[] = [
  { role: 'user', content: 'Hi', messageId: 'm1' },
  { role: 'bot', content: 'Hello', messageId: 'm1', responseTime: 900, isStopped: true },
]

it('shows what is stored', () => {
  const chat = reduceChat(unreadChat, { type: 'loaded', messages: stored, running: [] })

  expect(chat.phase).toBe('ready')
  expect(shown(chat)).toEqual(['user: Hi', 'bot: Hello'])
  expect(chat.messages[1]).toMatchObject({ isStopped: true, responseTime: 900 })
})

it('shows why a stored question has no reply, be it only an image', () => {
  const failed = { role: 'user', content: '', messageId: 'm1', error: 'Refused' } as const

  const chat = after({ type: 'loaded', messages: [failed], running: [] })

  expect(shown(chat)).toEqual(['user: ', 'error: **Error**: Refused'])
})

describe('a question that failed and is asked again', () => {
  const failed = { role: 'user', content: 'Hi', messageId: 'm0', error: 'Away' } as const

  it('stands in the log once, while it is answered and when the chat is read again', () => {
    const asking = after({ type: 'loaded', messages: [failed], running: [] }, asked)
    const read = after({ type: 'loaded', messages: [failed, ...stored], running: [] })
    const elsewhere = after(
      { type: 'loaded', messages: [failed], running: [] },
      { type: 'started', ...started },
    )

    expect(shown(asking)).toEqual(['user: Hi', 'bot: '])
    expect(shown(read)).toEqual(['user: Hi', 'bot: Hello'])
    expect(shown(elsewhere)).toEqual(['user: Hi', 'bot: '])
  })

  it('shows its latest failure alone', () => {
    const chat = after({ type: 'loaded', messages: [failed], running: [] }, asked, {
      type: 'failed',
      messageId: 'm1',
      error: 'Still away',
    })

    expect(shown(chat)).toEqual(['user: Hi', 'error: **Error**: Still away'])
  })

  it.each([
    ['other words', { ...failed, content: 'Hello' }],
    ['an image', { ...failed, image: { id: 'i', type: 'image/png', width: 1, height: 1 } }],
    [
      'a page of the web',
      { ...failed, excerpt: { kind: 'page', title: '', url: '', text: 'CV' } as const },
    ],
  ])('stays beside the other where it had %s', (_what, first) => {
    const chat = after({ type: 'loaded', messages: [first, ...stored], running: [] })

    expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'error', 'user', 'bot'])
  })
})

it('shows why a stored reply ended early', () => {
  const messages = [{ role: 'bot', content: 'Hel', error: 'Cut', messageId: 'm1' }] as const

  expect(shown(after({ type: 'loaded', messages, running: [] }))).toEqual([
    'bot: Hel',
    'error: **Error**: Cut',
  ])
})

it('continues a reply that runs', () => {
  const chat = after({
    type: 'loaded',
    messages: stored.slice(0, 1),
    running: [{ ...started, text: 'Hel' }],
  })

  expect(shown(chat)).toEqual(['user: Hi', 'bot: Hel'])
  expect(isReplying(chat)).toBe(true)
})

it('keeps a question that is on its way', () => {
  const chat = after(asked, { type: 'loaded', messages: [], running: [] })

  expect(shown(chat)).toEqual(['user: Hi', 'bot: '])
  expect(isReplying(chat)).toBe(true)
})

it('keeps a failed question that was never stored', () => {
  const failed: ChatChange = { type: 'failed', messageId: 'm1', error: 'Away' }

  expect(shown(after(asked, failed, { type: 'loaded', messages: [], running: [] }))).toEqual([
    'user: Hi',
    'error: **Error**: Away',
  ])
})

it('replaces a reply whose end was missed by the stored one', () => {
  const chat = after(asked, accepted, hello, { type: 'loaded', messages: stored, running: [] })

  expect(shown(chat)).toEqual(['user: Hi', 'bot: Hello'])
  expect(isReplying(chat)).toBe(false)
})

it('ends a reply that neither runs nor is stored', () => {
  const messages = stored.slice(0, 1)
  const chat = after(asked, accepted, hello, { type: 'loaded', messages, running: [] })

  expect(shown(chat)).toEqual(['user: Hi', 'error: **Error**: Streaming error occurred'])
})

it('keeps an end that is not stored with its question, above later ones', () => {
  const messages: StoredMessage[] = [
    ...stored.slice(0, 1),
    { role: 'user', content: 'More', messageId: 'm2' },
    { role: 'bot', content: 'Well', messageId: 'm2' },
  ]
  const stopped: ChatChange = { type: 'stopped', messageId: 'm1', at: 1100 }
  const chat = after(asked, accepted, stopped, { type: 'loaded', messages, running: [] })

  expect(shown(chat)).toEqual(['user: Hi', 'bot: ', 'user: More', 'bot: Well'])
})

it('gives entries keys of their own, also where ids are missing or repeated', () => {
  const messages = [...stored, ...stored, { role: 'user', content: 'Hm' } as const]
  const { messages: entries } = after({ type: 'loaded', messages, running: [] })

  expect(new Set(entries.map(({ key }) => key)).size).toBe(5)
})

it('says why it could not be read, but keeps what is already shown', () => {
  const failure: ChatChange = { type: 'load-failed', error: 'Gone' }

  expect(reduceChat(unreadChat, failure)).toMatchObject({ phase: 'failed', loadError: 'Gone' })
  expect(after(asked, failure).phase).toBe('ready')
})

describe('a question of which nobody knows whether it has arrived', () => {
  const unsent: ChatChange = { type: 'unsent', messageId: 'm1', error: 'Try again.' }
  const question = stored.slice(0, 1)

  it('says so, and can be sent again', () => {
    const chat = after(asked, unsent)

    expect(shown(chat)).toEqual(['user: Hi', 'error: **Error**: Try again.'])
    expect(isReplying(chat)).toBe(false)
    expect(shown(reduceChat(chat, { type: 'loaded', messages: [], running: [] }))).toEqual(
      shown(chat),
    )
  })

  it('goes on where its reply has begun, before and after', () => {
    expect(shown(after(asked, { type: 'started', ...started }, unsent, hello))).toEqual([
      'user: Hi',
      'bot: Hello',
    ])
    expect(shown(after(asked, unsent, { type: 'started', ...started }, hello))).toEqual([
      'user: Hi',
      'bot: Hello',
    ])
  })

  it('has arrived where it is stored, and stands there once', () => {
    const running = [{ ...started, text: 'Hel' }]

    expect(shown(after(asked, unsent, { type: 'loaded', messages: stored, running: [] }))).toEqual([
      'user: Hi',
      'bot: Hello',
    ])
    expect(shown(after(asked, unsent, { type: 'loaded', messages: question, running }))).toEqual([
      'user: Hi',
      'bot: Hel',
    ])
    expect(
      shown(after(asked, unsent, { type: 'loaded', messages: question, running: [] })),
    ).toEqual(['user: Hi', 'error: **Error**: Streaming error occurred'])
  })
})
