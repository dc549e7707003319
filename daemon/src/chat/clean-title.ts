import { TITLE_MAX_CHARACTERS } from '@shortlist/contracts/limits'
import { cleanLine } from '../platform/clean-text.ts'

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
    .replace(/^["'“”‘’«»\s]+|["'“”‘’«»\s.]+$/g, '')
  return cleanLine(plain, TITLE_MAX_CHARACTERS)
}

/** The first words of a text as a title. */
export function firstWords(text: string): string {
  return cleanLine(text.replace(/[`*_#>]+/g, ' '), FALLBACK_CHARACTERS)
}
