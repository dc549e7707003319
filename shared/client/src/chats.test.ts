import { beforeEach, expect, it } from 'vitest'
import { RunningReplies } from './chats.ts'

const messageId = 'm1'
const chatId = 'ada_1'

let replies: RunningReplies

beforeEach(() => {
  replies = new RunningReplies()
  replies.add({ messageId, chatId, fullResponse: 'Hel' })
})

it('appends a delta that begins where the text ends', () => {
  expect(replies.add({ messageId, offset: 3, delta: 'lo' })).toEqual({ chatId, text: 'Hello' })
})

it('counts offsets in UTF-16 units', () => {
  replies.add({ messageId, chatId, fullResponse: '👋' })

  expect(replies.add({ messageId, offset: 2, delta: '!' })).toEqual({ chatId, text: '👋!' })
})

it.each([4, 2])('asks once for the whole text at offset %d of 3', (offset) => {
  expect(replies.add({ messageId, offset, delta: 'x' })).toBe('resync')
  expect(replies.add({ messageId, offset: 3, delta: 'lo' })).toBeUndefined()
})

it('begins anew with a full frame', () => {
  replies.add({ messageId, offset: 4, delta: 'x' })

  expect(replies.add({ messageId, chatId, fullResponse: 'Hello' })).toEqual({
    chatId,
    text: 'Hello',
  })
})

it('asks once for the whole text of a reply that it has heard nothing of', () => {
  expect(replies.add({ messageId: 'm2', offset: 0, delta: 'Hel' })).toBe('resync')
  expect(replies.add({ messageId: 'm2', offset: 3, delta: 'lo' })).toBeUndefined()
})
