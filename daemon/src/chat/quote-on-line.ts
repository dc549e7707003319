import { defuseTokens } from './defuse-tokens.ts'

/** What could end a line, hide or turn the order of what is read, and JSON leaves as it is. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A name that may be anything, as JSON: it stays on its line and inside its quotes. */
export function quoteOnLine(text: string): string {
  return defuseTokens(JSON.stringify(text)).replace(UNSEEN, asEscape)
}

function asEscape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
  }).join('')
}
