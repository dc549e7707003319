import { StoredImage, StoredMessage } from '@shortlist/contracts/chat'
import { z } from 'zod'

/** What the program writes; a file of a later version is refused. */
export const EXPORT_VERSION = 1

/** One line of an exported file (JSON Lines, UTF-8). Images stand before the chat they belong to. */
export const ExportLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shortlist-export'), v: z.number() }),
  z.object({
    kind: z.literal('account'),
    id: z.string(),
    email: z.string(),
    createdAt: z.string(),
  }),
  z.object({ kind: z.literal('image'), image: StoredImage, base64: z.string() }),
  z.object({
    kind: z.literal('chat'),
    userId: z.string(),
    chatId: z.string(),
    createdAt: z.string(),
    title: z.string().nullable(),
    messages: z.array(StoredMessage),
  }),
  /** The last line: a checksum over the bytes of all lines before it. */
  z.object({ kind: z.literal('end'), sha256: z.string() }),
])
export type ExportLine = z.infer<typeof ExportLine>
