import { OpenAPIHono } from '@hono/zod-openapi'
import type { AccountPorts } from './accounts/ports.ts'
import { accountRoutes } from './accounts/routes.ts'
import { type CalendarRouteParts, calendarRoutes } from './calendar/routes.ts'
import type { ChatPorts } from './chat/ports.ts'
import { chatRoutes } from './chat/routes.ts'
import type { MailAssistant } from './mail/mail-assistant.ts'
import { mailRoutes } from './mail/routes.ts'
import type { Background } from './platform/background.ts'
import { apiDocs } from './platform/http/api-docs.ts'
import { type GuardParts, guard } from './platform/http/guard.ts'
import { type HealthPorts, healthRoutes } from './platform/http/health-routes.ts'
import { serveWeb } from './platform/http/serve-web.ts'
import type { SignedIn } from './platform/http/session.ts'
import { refuseInvalid } from './platform/http/validate.ts'
import type { Retrieval } from './retrieval/retrieval.ts'
import { retrievalRoutes } from './retrieval/routes.ts'

export interface DaemonParts {
  readonly guard: GuardParts
  readonly accounts: AccountPorts
  readonly chat: ChatPorts
  readonly retrieval: Retrieval
  readonly mail: MailAssistant
  readonly calendar: CalendarRouteParts
  readonly health: HealthPorts
  readonly background: Background
  /** Folder of the built web app, absolute. */
  readonly webFolder: string
}

/** The whole daemon from its parts: production hands over real ones, tests hand over fakes. */
export function composeDaemon(parts: DaemonParts) {
  const root = new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
  guard(root, parts.guard)
  const chat = chatRoutes(parts.chat, parts.background)
  const app = root
    .route('/', healthRoutes(parts.health))
    .route('/', accountRoutes(parts.accounts))
    .route('/', chat.app)
    .route('/', mailRoutes(parts.mail))
    .route('/', calendarRoutes(parts.calendar))
    .route('/', retrievalRoutes(parts.retrieval))
    .doc31('/api/openapi.json', {
      openapi: '3.1.0',
      info: { title: 'Shortlist', version: parts.health.version },
    })
  app.route('/', apiDocs())
  app.route('/', serveWeb(parts.webFolder))

  return { app, stopReplies: chat.stopAll }
}

/** What `shared/client` calls, as a type; nothing else of the daemon leaves it. */
export type App = ReturnType<typeof composeDaemon>['app']
