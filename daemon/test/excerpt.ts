import type { Excerpt } from '@shortlist/contracts/chat'

/** What somebody selected on a job advert, unless said otherwise. */
export function excerptOf(text: string, parts: Partial<Excerpt> = {}): Excerpt {
  const page = { title: 'Senior developer', url: 'https://jobs.example.com/42' }
  return { kind: 'selection', ...page, text, ...parts }
}
