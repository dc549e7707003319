import type { Email } from 'postal-mime'

const MAX_REFERENCES = 100
const MAX_CHARACTERS = 998

/** Message ids (RFC 5322, 3.6.4) with angle brackets; `references` oldest first, each once. */
export function readIds(email: Email): { messageId: string; references: string[] } {
  const [messageId = ''] = idsIn(email.messageId)
  const cited = [...idsIn(email.references), ...idsIn(email.inReplyTo)]
  const references = [...new Set(cited)].filter((id) => id !== messageId)
  if (references.length <= MAX_REFERENCES) return { messageId, references }
  // The first names the thread, the last ones its newest mails.
  const [root = ''] = references
  return { messageId, references: [root, ...references.slice(1 - MAX_REFERENCES)] }
}

function idsIn(header: string | undefined): string[] {
  const text = header ?? ''
  const bracketed = text.match(/<[^<>\s]+>/g)
  if (bracketed) return bracketed.filter((id) => id.length <= MAX_CHARACTERS)
  // Some programs leave the brackets out; In-Reply-To of old ones is prose.
  const bare = text.trim()
  return /^[^\s<>]+@[^\s<>]+$/.test(bare) && bare.length < MAX_CHARACTERS ? [`<${bare}>`] : []
}
