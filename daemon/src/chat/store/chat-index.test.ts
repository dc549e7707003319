import { expect, it } from 'vitest'
import { ChatIndex } from './chat-index.ts'
import { emptyChat, type IndexedChat } from './chat-index-row.ts'

function chat(chatId: string, second: number, userId = 'ada'): IndexedChat {
  return emptyChat(userId, chatId, chatId, new Date(second * 1000).toISOString())
}

function order(index: ChatIndex, userId = 'ada'): string {
  return [...index.of(userId)].map(({ chatId }) => chatId).join(' ')
}

it('keeps the order of last messages through any sequence of changes', () => {
  const index = new ChatIndex()
  const lastMessage = new Map<string, number>()
  let state = 42
  const roll = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  for (let second = 1; second <= 2000; second++) {
    const chatId = `c${roll(40)}`
    // now and then one that is not the newest, as an import brings it
    const time = roll(10) === 0 ? second / 2 + 0.001 * second : second
    if (roll(8) === 0) {
      index.delete('ada', chatId)
      lastMessage.delete(chatId)
    } else {
      index.set(chat(chatId, time))
      lastMessage.set(chatId, Math.floor(time * 1000))
    }
  }

  const expected = [...lastMessage].sort(([, a], [, b]) => b - a).map(([chatId]) => chatId)
  expect(order(index)).toBe(expected.join(' '))
  expect(index.size).toBe(lastMessage.size)
})

it('keeps accounts apart and forgets one without chats', () => {
  const index = new ChatIndex()
  index.set(chat('same', 1))
  index.set(chat('same', 2, '__proto__'))
  index.delete('ada', 'same')
  index.delete('ada', 'same')

  expect(order(index)).toBe('')
  expect(order(index, '__proto__')).toBe('same')
  expect(index.get('constructor', 'name')).toBeUndefined()
  expect([...index.all()]).toHaveLength(1)
})

it('replaces an entry in its place where only the title changed', () => {
  const index = new ChatIndex()
  index.set(chat('a', 1))
  index.set(chat('b', 1))
  index.set({ ...chat('a', 1), title: 'Title' })

  expect(order(index)).toBe('b a')
  expect(index.get('ada', 'a')?.title).toBe('Title')
})

it('finds the new place of an old chat near its old one', () => {
  const index = new ChatIndex()
  let looks = 0
  const counted = (chatId: string, second: number): IndexedChat => {
    const entry = chat(chatId, second)
    return {
      ...entry,
      get lastMessage() {
        looks += 1
        return entry.lastMessage
      },
    }
  }
  for (let second = 1; second <= 1000; second++) index.set(counted(`c${second}`, second))

  looks = 0
  index.set(counted('c2', 3.5))

  expect(looks).toBeLessThan(20)
  expect(order(index).split(' ').slice(-4)).toEqual(['c4', 'c2', 'c3', 'c1'])
})
