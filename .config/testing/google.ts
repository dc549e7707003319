import { once } from 'node:events'
import { serve } from '@hono/node-server'
import { createEmulator } from 'emulate'
import { Hono } from 'hono'
import { endWithTests } from './end-with-tests.ts'
import { consentTo } from './google-consent.ts'
import { answerEvents, type EventStore } from './google-events.ts'
import { type Grants, openGrants } from './google-grants.ts'
import { refusal } from './google-refusal.ts'

/** One call as Google heard it; a form is told as its fields. */
export interface GoogleRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>> | null
  /** The access token that it came with. */
  readonly token: string | undefined
}

export interface Google {
  /** What GOOGLE_OAUTH_BASE_URL and GOOGLE_API_BASE_URL are set to. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** Every event ever inserted, by id; deleted ones are `cancelled`. */
  readonly events: EventStore
  /** Oldest first. */
  readonly requests: readonly GoogleRequest[]
  /** Access tokens end now, refresh tokens stay. */
  expireAccessTokens(): void
  /** The user takes the access away at Google: access and refresh tokens end. */
  revokeAccess(): Promise<void>
  /** That answer to the next call of the calendar, as often as `times` says. */
  failNext(status: number, reason: string, times?: number): void
  /** The user deletes an event in the calendar's own screen. */
  deleteEvent(id: string): void
  /**
   * Does what a person does on the consent page, and resolves to where Google sends the browser.
   * `scope` grants less than was asked for.
   */
  consent(authUrl: string, options?: { readonly scope?: string }): Promise<string>
  stop(): Promise<void>
}

const CLIENT = { clientId: 'client.example.test', clientSecret: 'GOCSPX-example-secret' }
const USER = 'ada@example.test'

/**
 * Google on a free loopback port, as far as a calendar needs it: consent and refresh tokens are those
 * of `emulate`; events, free/busy and the life of access tokens answer as the documentation of the
 * Calendar API (v3) says.
 */
export async function startGoogle(options: {
  readonly redirectUris: readonly string[]
}): Promise<Google> {
  const emulator = await createEmulator({ service: 'google', port: 0, seed: seed(options) })
  const events: EventStore = new Map()
  const grants = openGrants(emulator.url)
  const failures: { status: number; reason: string }[] = []
  const requests: GoogleRequest[] = []

  const app = new Hono()
  app.use(async (c, next) => {
    requests.push(await heard(c.req.raw.clone()))
    await next()
  })
  answerTokens(app, grants)
  app.use('/calendar/v3/*', async (c, next) => {
    const token = c.req.header('authorization')?.replace('Bearer ', '') ?? ''
    if (!grants.isAlive(token)) return refusal(401, 'authError', 'Invalid Credentials')
    const failure = failures.shift()
    if (failure) return refusal(failure.status, failure.reason, failure.reason)
    return next()
  })
  answerEvents(app, events)
  app.all('*', (c) => forward(emulator.url, c.req.raw))

  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`

  return {
    url,
    ...CLIENT,
    events,
    requests,
    expireAccessTokens: () => grants.expire(),
    revokeAccess: () => grants.revokeAll(),
    failNext(status, reason, times = 1) {
      for (let time = 0; time < times; time++) failures.push({ status, reason })
    },
    deleteEvent(id) {
      const event = events.get(id)
      if (!event) throw new Error(`there is no event ${id}`)
      event.status = 'cancelled'
    },
    consent: (authUrl, { scope } = {}) => consentTo(authUrl, scope),
    stop: endWithTests(async () => {
      await new Promise((done) => server.close(done))
      await emulator.close()
    }),
  }
}

function seed({ redirectUris }: { readonly redirectUris: readonly string[] }) {
  const client = { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret }
  return {
    google: {
      users: [{ email: USER, name: 'Ada' }],
      oauth_clients: [{ ...client, name: 'Shortlist', redirect_uris: [...redirectUris] }],
      calendars: [
        {
          id: 'primary',
          user_email: USER,
          summary: 'Ada',
          primary: true,
          time_zone: 'Europe/Berlin',
        },
      ],
    },
  }
}

function answerTokens(app: Hono, grants: Grants): void {
  app.post('/oauth2/token', async (c) => grants.issue(await c.req.formData()))
  app.post('/oauth2/revoke', async (c) => {
    const form = await c.req.formData().catch(() => new FormData())
    const token = form.get('token') ?? c.req.query('token')
    const isKnown = await grants.revoke(String(token))
    if (isKnown) return c.body(null, 200)
    return c.json({ error: 'invalid_token', error_description: 'Token expired or revoked' }, 400)
  })
}

async function heard(request: Request): Promise<GoogleRequest> {
  const { pathname, searchParams } = new URL(request.url)
  const query = Object.fromEntries(searchParams)
  return {
    method: request.method,
    path: pathname,
    query,
    body: fields(await request.text(), request),
    token: request.headers.get('authorization')?.replace('Bearer ', ''),
  }
}

function fields(text: string, request: Request): GoogleRequest['body'] {
  if (text === '') return null
  const isJson = request.headers.get('content-type')?.includes('json')
  return isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
}

async function forward(url: string, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return fetch(url + pathname + search, {
    method: request.method,
    headers: request.headers,
    redirect: 'manual',
    ...(hasBody && { body: await request.arrayBuffer() }),
  })
}
