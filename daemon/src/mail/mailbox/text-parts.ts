import type { MessageStructureObject } from 'imapflow'
import type { FetchedPart } from '../message-ports.ts'

/** A part that is worth reading, and how it is to be decoded. */
export interface TextPart {
  /** Its number in the message (RFC 3501, 6.4.5). */
  readonly part: string
  readonly type: FetchedPart['type']
  /** Of its transfer (RFC 2045, section 6), lower case. */
  readonly encoding: string
  readonly charset: string
}

/** A mail with more of them is not a letter. */
const MAX_PARTS = 16

/** Texts that are no attachments, and every invitation wherever it lies, in their order. */
export function findTextParts(structure: MessageStructureObject): TextPart[] {
  const found: TextPart[] = []
  const toLookAt = [structure]
  for (let node = toLookAt.shift(); node; node = toLookAt.shift()) {
    const type = typeOf(node)
    if (type) {
      found.push({
        part: node.part ?? '1',
        type,
        encoding: node.encoding?.toLowerCase() ?? '',
        charset: node.parameters?.charset ?? 'utf-8',
      })
    }
    toLookAt.unshift(...(node.childNodes ?? []))
  }
  // an invitation is worth more than one text of many
  const ranked = found.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_PARTS)
  return found.filter((part) => ranked.includes(part))
}

function typeOf({ type, disposition }: MessageStructureObject): FetchedPart['type'] | null {
  if (type === 'text/calendar' || type === 'application/ics') return 'text/calendar'
  const isText = type === 'text/plain' || type === 'text/html'
  return isText && disposition !== 'attachment' ? type : null
}

function rank({ type }: TextPart): number {
  return type === 'text/calendar' ? 0 : 1
}
