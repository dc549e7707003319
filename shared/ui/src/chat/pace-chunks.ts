import type { ClientEvents } from '@shortlist/client/assistant-client'
import type { MessageId } from '@shortlist/contracts/chat'

type Chunk = ClientEvents['chat-chunk']

export interface ChunkPace {
  add(chunk: Chunk): void
  /** Forgets what has not been shown of a reply, because its end says more. */
  drop(messageId: MessageId): void
  stop(): void
}

/** Shows at most one chunk per reply and frame: each holds the whole text, so the newest suffices. */
export function paceChunks(show: (chunk: Chunk) => void): ChunkPace {
  const waiting = new Map<MessageId, Chunk>()
  let frame: number | undefined

  function flush(): void {
    frame = undefined
    const chunks = [...waiting.values()]
    waiting.clear()
    for (const chunk of chunks) show(chunk)
  }

  return {
    add(chunk) {
      waiting.set(chunk.messageId, chunk)
      frame ??= requestAnimationFrame(flush)
    },
    drop: (messageId) => waiting.delete(messageId),
    stop() {
      if (frame !== undefined) cancelAnimationFrame(frame)
    },
  }
}
