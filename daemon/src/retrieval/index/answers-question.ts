import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { WeighedWord, WordHit } from './search-words.ts'

/** Hits that are looked at; where none of so many is good enough, none is. */
const LOOKED_AT = 16
const WORDS = 64

/**
 * How much of what a question says one passage has to hold: with a single one of two words that are
 * as rare as each other it is not enough. Of a long question it is less of what comes after so many
 * words that one passage holds; `pnpm bench:rag` tells what that finds and what it lets through.
 */
const ENOUGH = 0.62
const LONG = 2
const ENOUGH_OF_MORE = 0.1

/** Where several passages hold two words or more of it, this share of that is enough. */
const ENOUGH_OF_SEVERAL = 0.8
const SEVERAL = 3

/** What a word counts in addition where the path or the heading names it. */
const NAMED = 0.25

/**
 * Whether the best of the hits, best first, hold so much of what the question says that it is about
 * these files. Words that no file holds count in full, so a question about something else fails by
 * them, and what common words say is little.
 */
export function answersQuestion(
  db: DatabaseSync,
  words: readonly WeighedWord[],
  hits: readonly WordHit[],
  passages: number,
): boolean {
  const long = LONG * Math.log(passages + 1)
  const asked = askedFor(words)
  const total = informationOf(asked)
  const needed = ENOUGH * Math.min(total, long) + ENOUGH_OF_MORE * Math.max(0, total - long)
  const held = asked
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => b.information - a.information)
    .slice(0, WORDS)
  if (informationOf(held) * (1 + NAMED) < needed) return false

  const isHeld = db.prepare(
    'select 1 from words where words match ? and rowid = cast(? as integer)',
  )
  const near = needed * ENOUGH_OF_SEVERAL
  let several = 0
  for (const hit of hits.slice(0, LOOKED_AT)) {
    const within = held.filter((word) => holds(isHeld, `"${word.word}"`, hit))
    const covered = informationOf(within)
    if (covered >= needed) return true
    if (covered < near) continue
    if (within.length > 1) several += 1
    if (several === SEVERAL) return true
    const named = within.filter((word) => holds(isHeld, `place : "${word.word}"`, hit))
    if (covered + NAMED * informationOf(named) >= needed) return true
  }
  return false
}

/** Identifiers count by their parts; words about files count where files hold them. */
function askedFor(words: readonly WeighedWord[]): readonly WeighedWord[] {
  const counted = words.filter(({ rows, isAboutFiles }) => rows > 0 || !isAboutFiles)
  const simple = counted.filter(({ isCompound }) => !isCompound)
  return simple.length > 0 ? simple : counted
}

function informationOf(words: readonly WeighedWord[]): number {
  return words.reduce((sum, { information }) => sum + information, 0)
}

function holds(isHeld: StatementSync, match: string, { number }: WordHit): boolean {
  return isHeld.get(match, number) !== undefined
}
