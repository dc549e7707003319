import { randomBytes } from 'node:crypto'

const BYTES = 12

/** An unguessable word around what is data in a prompt: new in every prompt, always as long. */
export function newFence(): string {
  return randomBytes(BYTES).toString('hex')
}

/** A word as long as any fence, to measure by. */
export const anyFence = '0'.repeat(2 * BYTES)
