import type { Excerpt } from '@shortlist/contracts/chat'
import type { Passage } from '../platform/llm/llm.ts'
import { fenceExcerpt } from './fence-excerpt.ts'
import { fencePassages } from './fence-passages.ts'

/** What stands above the words of a message. All of it is untrusted. */
export interface Material {
  readonly passages?: readonly Passage[] | undefined
  readonly excerpt?: Excerpt | undefined
}

/**
 * Passages and excerpt as the first part of a user's message; nothing where there are none. `fence`
 * is unguessable and new in every prompt, so that no text inside can end it.
 */
export function fenceMaterial({ passages = [], excerpt }: Material, fence: string): string {
  const parts = [fencePassages(passages, fence), excerpt ? fenceExcerpt(excerpt, fence) : '']
  const material = parts.filter((part) => part !== '').join('\n')
  return material === '' ? '' : `${material}\nMy message:\n`
}
