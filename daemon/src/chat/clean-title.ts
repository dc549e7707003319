import { TITLE_MAX_CHARACTERS } from '@shortlist/contracts/limits'

/** Words of a question that make a title where no model writes one. */
const FALLBACK_CHARACTERS = 60

/** One line without quotes, labels or markup, at most as long as a title may be; '' for nothing. */
export function cleanTitle(written: string): string {
  const lines = written
    .replace(/<think>[\s\S]*?<\/think>/g, '')
    .split('\n')
    .map((line) => line.trim())
  const line = lines.find((each) => /[\p{L}\p{N}]/u.test(each)) ?? ''
  const plain = line
    .replace(/^(?:#+|[-*>])\s+/, '')
    .replace(/^\**title\**\s*:\s*/i, '')
    .replace(/[*_`]+/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^["'“”‘’«»\s]+|["'“”‘’«»\s.]+$/g, '')
  return shorten(plain, TITLE_MAX_CHARACTERS)
}

/** The first words of a text as a title. */
export function firstWords(text: string): string {
  const line = text
    .replace(/[`*_#>]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return shorten(line, FALLBACK_CHARACTERS)
}

/** Ends at a word and never in the middle of a character. */
function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max - 1)
  const end = cut.lastIndexOf(' ')
  const whole = end > max / 2 ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF]$/, '')
  return `${whole.trimEnd()}…`
}
