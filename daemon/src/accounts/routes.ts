import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { Account, Credentials, SignedIn as SignedInReply } from '@shortlist/contracts/accounts'
import { jsonBody, refusal, refuseInvalid, replies } from '../platform/http/json.ts'
import type { SignedIn } from '../platform/http/session.ts'
import { clearSessionCookies, setSessionCookie, tokensOf } from '../platform/http/session.ts'
import { limitSignIn } from './limit-sign-in.ts'
import type { AccountPorts } from './ports.ts'
import { SESSION_MAX_MS } from './session-store.ts'
import { signIn, signOut, signUp } from './sign-in.ts'

const createAccount = createRoute({
  method: 'post',
  path: '/api/users',
  request: jsonBody(Credentials),
  responses: replies(Account, 'The new account; nobody is signed in yet'),
})

const openSession = createRoute({
  method: 'post',
  path: '/api/users/sessions',
  request: jsonBody(Credentials),
  responses: replies(SignedInReply, 'Who is signed in; the session is in the cookie'),
})

const closeSession = createRoute({
  method: 'delete',
  path: '/api/users/sessions',
  responses: { 204: { description: 'The session has ended' }, default: refusal },
})

const readAccount = createRoute({
  method: 'get',
  path: '/api/users/me',
  responses: replies(Account, 'The signed-in account'),
})

const readProtected = createRoute({
  method: 'get',
  path: '/api/users/protected',
  responses: replies(Account, 'The signed-in account, for clients that probe their session'),
})

/** Sign-up, sign-in, sign-out and who is signed in. */
export function accountRoutes(ports: AccountPorts) {
  const limited = limitSignIn(ports.now)

  return new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
    .openapi(createAccount, async (c) => c.json(await signUp(ports, c.req.valid('json')), 200))
    .openapi(openSession, async (c) => {
      const presented = tokensOf(c.req.header('cookie'))
      const { user, token } = await limited(c, () => signIn(ports, c.req.valid('json'), presented))
      setSessionCookie(c, token, SESSION_MAX_MS / 1000)
      return c.json({ user }, 200)
    })
    .openapi(closeSession, async (c) => {
      await signOut(ports, tokensOf(c.req.header('cookie')))
      clearSessionCookies(c)
      return c.body(null, 204)
    })
    .openapi(readAccount, (c) => c.json(c.var.session.user, 200))
    .openapi(readProtected, (c) => c.json(c.var.session.user, 200))
}
