import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { ErrorReply } from '@shortlist/contracts/errors'
import { AppError } from '../../../errors.ts'
import { guard } from '../guard.ts'
import { jsonBody, refuseInvalid, replies } from '../json.ts'
import { createOriginList } from '../request-check.ts'
import type { SignedIn } from '../session.ts'

const token = 'x'.repeat(43)
/** The cookie of the one who is signed in. */
export const cookie = `shortlist_session=${token}`
const Echo = z.object({ text: z.string() })
const EchoForm = z.object({ text: z.string(), image: z.instanceof(File).optional() })

const echo = createRoute({
  method: 'post',
  path: '/api/echo',
  request: jsonBody(Echo),
  responses: replies(Echo, 'The same'),
})

const post = createRoute({
  method: 'post',
  path: '/api/chatbot',
  request: {
    body: {
      content: {
        'application/json': { schema: Echo },
        'multipart/form-data': { schema: EchoForm },
      },
    },
  },
  responses: replies(Echo, 'The same'),
})

/** Calls of every kind behind the real guard. */
export function startGuarded() {
  const failures: { error: unknown; requestId: string }[] = []
  const app = new OpenAPIHono<SignedIn>()
  guard(app, {
    origins: createOriginList({ port: () => 4000, clientUrl: 'http://localhost:3000' }),
    findSession: async (sent) =>
      sent === token ? { id: 'session', user: { id: 'ada', email: 'ada@example.com' } } : undefined,
    log: (error, requestId) => failures.push({ error, requestId }),
  })
  app.route('/', calls())
  return { app, failures }
}

function calls() {
  const routes = new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
    .openapi(echo, (c) => c.json(c.req.valid('json'), 200))
    .openapi(post, (c) => {
      const { text } = { ...c.req.valid('json'), ...c.req.valid('form') }
      return c.json({ text }, 200)
    })
  routes.get('/api/health', (c) => c.json({ name: 'shortlist' }))
  routes.get('/api/fails', () => {
    throw new Error('secret detail')
  })
  routes.get('/api/full', () => {
    throw new AppError('STORE_FULL', "The server's disk is full.")
  })
  routes.get('/api/image', (c) => {
    c.header('Cache-Control', 'private, max-age=60')
    c.header('Content-Security-Policy', 'sandbox')
    return c.body('image')
  })
  return routes
}

/** A refusal as a client reads it, with the same sentence under both names. */
export async function refusal(answer: Response | Promise<Response>) {
  const reply = ErrorReply.parse(await (await answer).json())
  if (reply.error !== reply.message) throw new Error('error and message differ')
  return { status: (await answer).status, code: reply.code, message: reply.message }
}
