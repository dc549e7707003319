import { OpenAPIHono } from '@hono/zod-openapi'
import type { Background } from '../platform/background.ts'
import type { SignedIn } from '../platform/http/session.ts'
import { ChatTitles } from './chat-titles.ts'
import { historyRoutes } from './history-routes.ts'
import type { ChatPorts } from './ports.ts'
import { replyRoutes } from './reply-routes.ts'
import { type ReplyLimits, RunningReplies, replyLimits } from './running-replies.ts'

export interface ChatLimits extends ReplyLimits {
  /** Messages that one account may send in a minute. */
  readonly postsPerMinute: number
}

export const chatLimits: ChatLimits = { ...replyLimits, postsPerMinute: 20 }

/**
 * Everything about conversations. `stopAll` ends the running replies; when it resolves they are
 * stored as stopped, and no new ones are taken.
 */
export function chatRoutes(
  ports: ChatPorts,
  background: Background,
  limits: ChatLimits = chatLimits,
) {
  const replies = new RunningReplies(limits)
  const titles = new ChatTitles(ports, background)
  const parts = { ports, background, replies, titles }
  const app = new OpenAPIHono<SignedIn>()
    .route('/', replyRoutes(parts, limits.postsPerMinute))
    .route('/', historyRoutes(parts))

  async function stopAll(): Promise<void> {
    titles.close()
    await replies.close()
  }

  return { app, stopAll }
}
