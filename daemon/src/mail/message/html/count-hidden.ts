/**
 * Counts the letters and digits of hidden words. Words that the reader sees as well are not counted:
 * newsletters hide copies of their text for other screens, and a first line for lists of mails.
 */
export function countHidden(hidden: readonly string[], shown: readonly string[]): number {
  if (hidden.length === 0) return 0
  const seen = new Set(wordsOf(shown))
  return wordsOf(hidden)
    .filter((word) => !seen.has(word))
    .reduce((sum, word) => sum + word.length, 0)
}

function wordsOf(texts: readonly string[]): string[] {
  return (
    texts
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
