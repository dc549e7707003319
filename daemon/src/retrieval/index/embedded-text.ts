import { hash } from 'node:crypto'

/** What of a passage a model is given at most, in characters; small models hold 512 tokens. */
const TEXT_MAX_CHARACTERS = 2000

const HASH_HEX_DIGITS = 32

export interface PassageToEmbed {
  /** Relative, the folder's name first. */
  readonly path: string
  readonly heading: string
  readonly text: string
}

/**
 * What a vector is made of: where the passage stands, and its text. The folder's own name is left
 * out, so that a folder may be renamed without its passages being embedded again.
 */
export function embeddedText({ path, heading, text }: PassageToEmbed): string {
  const within = path.slice(path.indexOf('/') + 1)
  const place = heading ? `${within} › ${heading}` : within
  return `${place}\n${text}`.slice(0, TEXT_MAX_CHARACTERS)
}

/** Equal for passages that have one vector: hex digits of the SHA-256 of what is embedded. */
export function vectorHash(embedded: string): string {
  return hash('sha256', embedded).slice(0, HASH_HEX_DIGITS)
}
