import type { Named, Outline } from './outline.ts'

/** Lines of a text with what is named in them. Lines count from 0; `end` is the line after. */
export interface Block {
  readonly first: number
  readonly end: number
  /** Of those around it and its own, outermost first. */
  readonly labels: readonly string[]
  readonly blocks: readonly Block[]
}

/** What is named further inside belongs to what is around it. */
const DEEPEST = 8

interface Open extends Block {
  end: number
  readonly blocks: Open[]
}

/**
 * What is named, each within what is around it and with the comments and decorators before it. What
 * begins on a line that something else has, is part of that.
 */
export function nestBlocks(lineCount: number, outline: Outline): Block {
  const whole: Open = { first: 0, end: lineCount, labels: [], blocks: [] }
  const open: Open[] = [whole]
  for (const named of outline.named) {
    while (open.length > 1 && (open.at(-1)?.end ?? 0) <= named.first) open.pop()
    const around = open.at(-1) ?? whole
    if (open.length > DEEPEST) continue
    const block = placed(named, around, outline.leads)
    if (!block) continue
    around.blocks.push(block)
    open.push(block)
  }
  return whole
}

function placed({ first, end, label }: Named, around: Open, leads: Uint8Array): Open | undefined {
  const before = around.blocks.at(-1)
  const least = before ? before.end : around.labels.length > 0 ? around.first + 1 : 0
  if (first < least) return undefined
  let lead = first
  while (lead > least && leads[lead - 1]) lead--
  return {
    first: lead,
    end: Math.min(Math.max(end, first + 1), around.end),
    labels: [...around.labels, label],
    blocks: [],
  }
}
