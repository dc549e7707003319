import type { Mode, StoredMessage } from '@shortlist/contracts/chat'
import type { MemoryChat } from '../memory/memory-chats.ts'
import { chooseReply } from './choose-reply.ts'

interface Sample {
  /** Epoch milliseconds of its beginning, as chat ids have them; the same at every visit. */
  readonly id: number
  readonly title: string
  readonly mode: Mode
  readonly daysAgo: number
  readonly questions: readonly string[]
}

const samples: readonly Sample[] = [
  {
    id: 1767607200000,
    title: 'Mock interview for Northwind',
    mode: 'coach',
    daysAgo: 0,
    questions: ['Mock interview: 5 questions', "Answer 'tell me about yourself'"],
  },
  {
    id: 1767520800000,
    title: 'Review of a React hook',
    mode: 'chat',
    daysAgo: 1,
    questions: ['Review this React hook'],
  },
  {
    id: 1767002400000,
    title: 'A week of applications',
    mode: 'coach',
    daysAgo: 6,
    questions: ['Plan my week of applications', 'Rewrite my CV summary'],
  },
]

const MINUTE = 60_000

/** The three conversations that a visitor finds: of today, of yesterday, and an older one. */
export function sampleChats(userId: string, now: number): readonly MemoryChat[] {
  return samples.map(({ id, title, mode, daysAgo, questions }) => {
    const chatId = `${userId}_${id}`
    const day = new Date(now)
    const midnight = Number(new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysAgo))
    const end = daysAgo === 0 ? now : midnight + 18 * 60 * MINUTE
    // early in the morning all of today has just been
    const at = (time: number) => new Date(Math.max(midnight, time)).toISOString()
    const messages = questions.flatMap((question, index): StoredMessage[] => {
      const asked = end - (questions.length - index) * 5 * MINUTE
      const content = chooseReply({ question, mode })
      const responseTime = 9_000 + content.length * 4
      const about = { messageId: `${chatId}-${index}`, mode }
      return [
        { ...about, role: 'user', content: question, timestamp: at(asked) },
        { ...about, role: 'bot', content, timestamp: at(asked + responseTime), responseTime },
      ]
    })
    return { chatId, title, messages }
  })
}
