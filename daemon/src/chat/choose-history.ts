import type { StoredMessage } from '@shortlist/contracts/chat'
import MiniSearch from 'minisearch'

/** Share of the room that recent turns may take where not everything fits. */
const RECENT_SHARE = 0.75

/** Older turns that are looked through, newest first, and how much of each, in characters. */
const SEARCHED_TURNS = 200
const SEARCHED_CHARACTERS = 2_000

const CUT = '\n[...]\n'

/** A question with what was answered to it. */
type Turn = readonly StoredMessage[]

/**
 * The earlier messages that go into a prompt, oldest first: all of them where `room` (characters)
 * allows; otherwise the most recent turns and, of the others, those that share words with the
 * question. A turn is kept or left out as a whole; only the newest is shortened where it must be.
 */
export function chooseHistory(
  earlier: readonly StoredMessage[],
  question: string,
  room: number,
): readonly StoredMessage[] {
  const turns = asTurns(earlier)
  const all = takeRecent(turns, room)
  if (all.length === turns.length) return all.flat()

  const recent = takeRecent(turns, Math.floor(room * RECENT_SHARE))
  if (recent.length === 0) return shorten(turns.at(-1) ?? [], room)
  const others = turns.slice(0, turns.length - recent.length)
  const left = room - recent.reduce((sum, turn) => sum + size(turn), 0)
  return [...takeRelevant(others, question, left), ...recent].flat()
}

function asTurns(messages: readonly StoredMessage[]): readonly Turn[] {
  const turns: StoredMessage[][] = []
  for (const message of messages) {
    const turn = turns.at(-1)
    if (turn && message.role === 'bot') turn.push(message)
    else turns.push([message])
  }
  return turns
}

function takeRecent(turns: readonly Turn[], room: number): readonly Turn[] {
  let left = room
  let first = turns.length
  while (first > 0) {
    left -= size(turns[first - 1] ?? [])
    if (left < 0) break
    first -= 1
  }
  return turns.slice(first)
}

/** Best matches first until the room is full; given back in the order in which they were said. */
function takeRelevant(turns: readonly Turn[], question: string, room: number): readonly Turn[] {
  const searched = turns.slice(-SEARCHED_TURNS)
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] })
  index.addAll(searched.map((turn, id) => ({ id, text: textOf(turn) })))
  let left = room
  const chosen = new Set<number>()
  for (const { id } of index.search(question)) {
    const needed = size(searched[id] ?? [])
    if (needed > left) continue
    chosen.add(id)
    left -= needed
  }
  return searched.filter((_turn, id) => chosen.has(id))
}

function textOf(turn: Turn): string {
  return turn.map(({ content }) => content.slice(0, SEARCHED_CHARACTERS)).join('\n')
}

/** A turn that is too long: the beginning and the end of its messages say more than nothing. */
function shorten(turn: Turn, room: number): Turn {
  const share = Math.floor(room / Math.max(1, turn.length)) - SEPARATOR
  const half = Math.floor((share - CUT.length) / 2)
  if (half <= 0) return []
  return turn.map((message) => {
    const { content } = message
    if (content.length <= share) return message
    return { ...message, content: content.slice(0, half) + CUT + content.slice(-half) }
  })
}

/** What may come between two messages of a prompt, in characters. */
const SEPARATOR = 2

function size(turn: Turn): number {
  return turn.reduce((sum, { content }) => sum + content.length + SEPARATOR, 0)
}
