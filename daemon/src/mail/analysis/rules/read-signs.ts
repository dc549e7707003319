/** Where a sign is looked for; `anywhere` is subject, invitation and text. All of it is folded. */
export type Place = 'sender' | 'subject' | 'text' | 'anywhere'

/** Words that speak for a category: 1 is a hint, 3 suffices where nothing else speaks, 6 is plain. */
export interface Sign {
  readonly place: Place
  readonly weight: number
  readonly says: RegExp
}

/**
 * Reads a table of signs, one a line: weight, place, and what it says as regular expressions in
 * plain small letters (see `foldText`) with " | " between them; a line that begins with "|" goes on
 * with the one before. Each expression is matched as whole words. Throws where a line is no sign.
 */
export function readSigns(table: string): Sign[] {
  const lines = table.replace(/\n\s*\|/g, ' |').split('\n')
  return lines.filter((line) => line.trim() !== '').map(readSign)
}

function readSign(line: string): Sign {
  const [, weight, place, words] = /^\s*(\d) (sender|subject|text|anywhere) +(.+)$/.exec(line) ?? []
  if (!weight || !place || !words) throw new Error(`This line is no sign: ${line}`)
  const says = words
    .split(/\s+\|\s+/)
    .map(asWords)
    .join('|')
  return { weight: Number(weight), place: place as Place, says: new RegExp(says) }
}

function asWords(expression: string): string {
  const start = /^(?:\w|\(|\\[dw]|\[)/.test(expression) ? '\\b' : ''
  const end = /[\w)?]$/.test(expression) ? '\\b' : ''
  return `${start}(?:${expression})${end}`
}
