import type { FoundGuide, GuideLibrary } from '../guide-library.ts'
import type { Passage, Prompt } from '../llm.ts'

/** The part of what a question is about that a passage of an answer holds. */
const PASSAGE_FLOOR = 0.5

/** What an answer is made of. */
export interface Material {
  /** The passages that answer, best first; none where guides answer. */
  readonly leading: readonly Passage[]
  /** Passages that were found for a question that guides answer. */
  readonly named: readonly Passage[]
  /** Guides that answer, or that add to what the passages say. */
  readonly guides: readonly FoundGuide[]
}

/**
 * Decides between the user's files and the guides. Passages have been found because they bear on the
 * question, while a guide may merely hold its words: the files answer, and only a guide that is about
 * the very question adds to them, or answers where the passages hold less than half of it.
 */
export function chooseMaterial(
  { question, mode, passages }: Prompt,
  library: GuideLibrary,
): Material {
  const found = library.find(question, mode)
  if (passages.length === 0) return { leading: [], named: [], guides: found }
  const guides = found.filter(({ isOnTopic }) => isOnTopic)
  if (guides.length === 0) return { leading: passages, named: [], guides }

  const holds = ({ path, heading, text }: Passage) =>
    library.coverage(question, `${path}\n${heading}\n${text}`) >= PASSAGE_FLOOR
  const leading = passages.filter(holds)
  return { leading, named: leading.length === 0 ? passages : [], guides }
}
