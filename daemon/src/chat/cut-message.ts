import type { Excerpt, StoredMessage } from '@shortlist/contracts/chat'
import { cleanText } from '../platform/clean-text.ts'

/** Share of the room for earlier messages that the newest excerpt may take: talk is about it. */
const NEWEST_EXCERPT_SHARE = 0.5

/** How much is kept of any other excerpt, in characters. */
const OLDER_EXCERPT_CHARACTERS = 1_500

/** Less of an excerpt than this says nothing, in characters. */
const LEAST_EXCERPT_CHARACTERS = 200

const CUT = '\n[...]\n'

/**
 * The same turns with the beginnings of their excerpts. That of the turn at `newest`, where there is
 * one, may take half of `room` (characters).
 */
export function cutExcerpts<Turn extends readonly StoredMessage[]>(
  turns: readonly Turn[],
  newest = -1,
  room = 0,
): readonly (readonly StoredMessage[])[] {
  const most = Math.floor(room * NEWEST_EXCERPT_SHARE)
  return turns.map((turn, place) => {
    if (!turn.some(({ excerpt }) => excerpt)) return turn
    return turn.map((message) =>
      cutExcerpt(message, place === newest ? most : OLDER_EXCERPT_CHARACTERS),
    )
  })
}

/**
 * A message that takes at most `room` characters by `measure`: of an excerpt its beginning, of words
 * their beginning and their end. Nothing where there is no room at all.
 */
export function shortenMessage(
  message: StoredMessage,
  room: number,
  measure: (message: StoredMessage) => number,
): StoredMessage[] {
  const excess = measure(message) - room
  if (excess <= 0) return [message]
  const { excerpt, ...words } = message
  if (!excerpt) return shortenWords(message, room)
  // what is left out of a prompt anyway makes no room
  const { text } = cleanText(excerpt.text)
  const left = text.length - excess
  if (left < LEAST_EXCERPT_CHARACTERS) return shortenWords(words, room)
  return [{ ...message, excerpt: beginningOf({ ...excerpt, text }, left) }]
}

function shortenWords(message: StoredMessage, room: number): StoredMessage[] {
  const { content } = message
  const half = Math.floor((room - CUT.length) / 2)
  if (half <= 0) return []
  if (content.length <= room) return [message]
  const ends = content.slice(0, half) + CUT + content.slice(-half)
  return [{ ...message, content: ends.toWellFormed() }]
}

function cutExcerpt(message: StoredMessage, characters: number): StoredMessage {
  const { excerpt } = message
  return excerpt ? { ...message, excerpt: beginningOf(excerpt, characters) } : message
}

function beginningOf(excerpt: Excerpt, characters: number): Excerpt {
  const { text } = excerpt
  if (text.length <= characters) return excerpt
  return { ...excerpt, text: text.slice(0, Math.max(0, characters - CUT.length)) + CUT.trimEnd() }
}
