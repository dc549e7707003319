import MiniSearch from 'minisearch'
import type { SearchArm } from '../rag-arms.ts'

/** MiniSearch as it comes. */
export function miniSearchArm(texts: readonly string[]): SearchArm {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] })
  index.addAll(texts.map((text, id) => ({ id, text })))
  return {
    find: (question, limit) =>
      index
        .search(question)
        .slice(0, limit)
        .map(({ id }) => texts[id] ?? ''),
    close: () => {},
  }
}
