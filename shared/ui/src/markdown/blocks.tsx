import { memo, type ReactNode } from 'react'
import remend from 'remend'
import { MarkdownBlock } from './block.tsx'
import { OpenFence } from './open-fence.tsx'
import { PlainText } from './plain-text.tsx'
import type { Block, StreamedBlocks } from './settle-blocks.ts'

// Only what is half open is closed; the other repairs would change finished text as well.
const repairs = {
  linkMode: 'text-only',
  comparisonOperators: false,
  katex: false,
  singleTilde: false,
} as const

export interface BlocksProps {
  settled: readonly Block[]
  /** The block that is still growing; null in a finished reply. */
  tail: Block | null
  fence: StreamedBlocks['fence']
}

/** The blocks of a reply, each keyed by its place, so that settled ones are left alone. */
export const Blocks = memo(function Blocks({ settled, tail, fence }: BlocksProps) {
  const parts: ReactNode[] = []
  for (const block of settled) parts.push(toElement(block, true), '\n')
  if (fence !== null) parts.push(<OpenFence key={fence.start} {...fence} />)
  else if (tail !== null) parts.push(toElement(tail, false))
  // The parser of a whole text leaves a line end between its blocks, and none after the last.
  else parts.pop()
  return parts
})

function toElement({ start, text, isPlain }: Block, isSettled: boolean): ReactNode {
  if (isPlain) return <PlainText key={start} text={text} />
  const shown = isSettled ? text : remend(text.trimEnd(), repairs)
  return <MarkdownBlock key={start} text={shown} isSettled={isSettled} />
}
