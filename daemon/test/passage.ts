import type { Passage } from '../src/platform/llm/llm.ts'

/** A passage of a file, on lines 3 to 9 unless said otherwise. */
export function passage(text: string, parts: Partial<Passage> = {}): Passage {
  const place = { fileId: 'f1', path: 'notes.md', firstLine: 3, lastLine: 9, heading: '' }
  return { ...place, text, ...parts }
}
