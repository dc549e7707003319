import type { StoredMessage } from '@shortlist/contracts/chat'

/** Share of the room that recent turns may take where not everything fits. */
const RECENT_SHARE = 0.75

/** How much of each message of an older turn is looked through, in characters. */
const SEARCHED_CHARACTERS = 2_000

const CUT = '\n[...]\n'

/** A question with what was answered to it. */
type Turn = readonly StoredMessage[]

/** Which of these texts bear on the question, best first, as their places; none where it failed. */
export type FindTurns = (turns: readonly string[]) => Promise<readonly number[]>

/**
 * The earlier messages that go into a prompt, oldest first: all of them where `room` (characters)
 * allows; otherwise the most recent turns and, of the others, those that `findTurns` names, or only
 * recent ones where it names none. A turn is kept or left out as a whole; only the newest is
 * shortened where it must be.
 */
export async function chooseHistory(
  earlier: readonly StoredMessage[],
  room: number,
  findTurns: FindTurns,
): Promise<readonly StoredMessage[]> {
  const turns = asTurns(earlier)
  const all = takeRecent(turns, room)
  if (all.length === turns.length) return all.flat()

  const recent = takeRecent(turns, Math.floor(room * RECENT_SHARE))
  if (recent.length === 0) return shorten(turns.at(-1) ?? [], room)
  const others = turns.slice(0, turns.length - recent.length)
  const left = room - recent.reduce((sum, turn) => sum + size(turn), 0)
  const relevant = takeBest(others, await findTurns(others.map(textOf)), left)
  return relevant.length === 0 ? all.flat() : [...relevant, ...recent].flat()
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
function takeBest(
  turns: readonly Turn[],
  places: readonly number[],
  room: number,
): readonly Turn[] {
  let left = room
  const chosen = new Set<number>()
  for (const place of places) {
    const turn = turns[place]
    if (!turn || chosen.has(place) || size(turn) > left) continue
    chosen.add(place)
    left -= size(turn)
  }
  return turns.filter((_turn, place) => chosen.has(place))
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
