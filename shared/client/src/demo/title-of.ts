/** Longest title that is made of a question, in words. */
const TITLE_WORDS = 6

/** What a chat is called by a question: its first words. */
export function titleOf(question: string): string {
  return question.trim().split(/\s+/).slice(0, TITLE_WORDS).join(' ') || 'Untitled'
}
