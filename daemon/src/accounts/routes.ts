import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import {
  Account,
  AccountChange,
  AccountDeletion,
  Credentials,
  Holdings,
  ImportPreview,
  LastImport,
  Password,
  People,
  PeopleChange,
  SignedInBrowsers,
  SignedIn as SignedInReply,
} from '@shortlist/contracts/accounts'
import type { Context } from 'hono'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { jsonBody, refusal, refuseInvalid, replies } from '../platform/http/json.ts'
import type { SignedIn } from '../platform/http/session.ts'
import {
  checkConfirmed,
  clearSessionCookies,
  setSessionCookie,
  tokensOf,
} from '../platform/http/session.ts'
import { browserOf, listBrowsers, signOutBrowser } from './browsers.ts'
import { changeAccount } from './change-account.ts'
import { deleteOwnAccount, deletePerson } from './delete-account.ts'
import { limitSignIn } from './limit-sign-in.ts'
import { chooseSignUp, listPeople } from './people.ts'
import type { AccountPorts } from './ports.ts'
import { SESSION_MAX_MS } from './session-store.ts'
import { confirmPassword, signIn, signOut, signUp } from './sign-in.ts'

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

const confirmSession = createRoute({
  method: 'post',
  path: '/api/users/sessions/confirm',
  request: jsonBody(Password),
  responses: {
    204: { description: 'For ten minutes the session may change what wants the password' },
    default: refusal,
  },
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

const readBrowsers = createRoute({
  method: 'get',
  path: '/api/users/me/sessions',
  responses: replies(SignedInBrowsers, 'Where the account is signed in, the newest first'),
})

const endBrowser = createRoute({
  method: 'delete',
  path: '/api/users/me/sessions/{id}',
  request: { params: z.object({ id: z.string().max(100) }) },
  responses: replies(SignedInBrowsers, 'That one is signed out'),
})

const changeOwn = createRoute({
  method: 'patch',
  path: '/api/users/me',
  request: jsonBody(AccountChange),
  responses: replies(
    Account,
    'The account from now on; with a new password it is signed in here alone',
  ),
})

const deleteOwn = createRoute({
  method: 'delete',
  path: '/api/users/me',
  request: jsonBody(AccountDeletion),
  responses: { 204: { description: 'Nothing of the account is left' }, default: refusal },
})

const readHoldings = createRoute({
  method: 'get',
  path: '/api/users/me/holdings',
  responses: replies(Holdings, 'How much the account holds'),
})

const exportOwn = createRoute({
  method: 'get',
  path: '/api/users/me/export',
  responses: {
    200: {
      description:
        'All that the account holds but its secrets, a line each, with a checksum at its end',
      content: {
        'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) },
      },
    },
    default: refusal,
  },
})

const exportedFile = {
  body: {
    required: true,
    content: { 'application/octet-stream': { schema: z.any().openapi({ format: 'binary' }) } },
  },
} as const

const previewImport = createRoute({
  method: 'post',
  path: '/api/users/me/import/preview',
  request: exportedFile,
  responses: replies(ImportPreview, 'What an exported file would bring; nothing is stored'),
})

const importOwn = createRoute({
  method: 'post',
  path: '/api/users/me/import',
  request: exportedFile,
  responses: replies(LastImport, 'What the file holds is there, but for settings'),
})

const readImport = createRoute({
  method: 'get',
  path: '/api/users/me/import',
  responses: replies(LastImport, 'What can still be taken back'),
})

const undoImport = createRoute({
  method: 'delete',
  path: '/api/users/me/import',
  responses: replies(LastImport, 'What the last import brought is gone'),
})

const removePerson = createRoute({
  method: 'delete',
  path: '/api/settings/machine/people/{id}',
  request: { params: z.object({ id: z.string().max(100) }) },
  responses: replies(People, 'Nothing of that account is left'),
})

const readPeople = createRoute({
  method: 'get',
  path: '/api/settings/machine/people',
  responses: replies(People, 'Who has an account on this computer; for its owner'),
})

const changePeople = createRoute({
  method: 'patch',
  path: '/api/settings/machine/people',
  request: jsonBody(PeopleChange),
  responses: replies(People, 'Who may sign up from now on'),
})

/** Sign-up, sign-in, sign-out, who is signed in and where, and who else has an account. */
export function accountRoutes(ports: AccountPorts) {
  const limited = limitSignIn(ports.now)

  return new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
    .openapi(createAccount, async (c) => c.json(await signUp(ports, c.req.valid('json')), 200))
    .openapi(openSession, async (c) => {
      const presented = tokensOf(c.req.header('cookie'))
      const browser = browserOf(c.req.header('user-agent'))
      const enter = () => signIn(ports, c.req.valid('json'), presented, browser)
      const { user, token } = await limited(c, enter)
      setSessionCookie(c, token, SESSION_MAX_MS / 1000)
      return c.json({ user }, 200)
    })
    .openapi(confirmSession, async (c) => {
      const { session } = c.var
      const { password } = c.req.valid('json')
      await limited(c, () => confirmPassword(ports, session, password))
      return c.body(null, 204)
    })
    .openapi(closeSession, async (c) => {
      await signOut(ports, tokensOf(c.req.header('cookie')))
      clearSessionCookies(c)
      return c.body(null, 204)
    })
    .openapi(readAccount, (c) => c.json(c.var.session.user, 200))
    .openapi(readBrowsers, (c) => c.json({ browsers: listBrowsers(ports, c.var.session) }, 200))
    .openapi(endBrowser, async (c) => {
      await signOutBrowser(ports, c.var.session, c.req.valid('param').id)
      return c.json({ browsers: listBrowsers(ports, c.var.session) }, 200)
    })
    .openapi(changeOwn, async (c) => {
      checkConfirmed(c)
      return c.json(await changeAccount(ports, c.var.session, c.req.valid('json')), 200)
    })
    .openapi(deleteOwn, async (c) => {
      checkConfirmed(c)
      await deleteOwnAccount(ports, c.var.session, c.req.valid('json'))
      clearSessionCookies(c)
      return c.body(null, 204)
    })
    .openapi(readHoldings, async (c) => {
      return c.json(await ports.belongings.count(c.var.session.user.id), 200)
    })
    .openapi(exportOwn, async (c) => {
      const account = await ports.accounts.byId(c.var.session.user.id)
      if (!account) throw new AppError('NOT_FOUND', 'There is no such account.')
      const { passwordHash: _, ...shown } = account
      const day = ports.now().toISOString().slice(0, 10)
      const body = Readable.toWeb(Readable.from(ports.belongings.exported(shown)))
      return c.body(body as ReadableStream, 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="shortlist-${day}.jsonl"`,
      })
    })
    .openapi(previewImport, async (c) =>
      c.json(await ports.imports.preview(c.var.session.user.id, fileOf(c)), 200),
    )
    .openapi(importOwn, async (c) =>
      c.json(await ports.imports.import(c.var.session.user.id, fileOf(c)), 200),
    )
    .openapi(readImport, (c) => c.json(ports.imports.last(c.var.session.user.id), 200))
    .openapi(undoImport, async (c) => c.json(await ports.imports.undo(c.var.session.user.id), 200))
    .openapi(removePerson, async (c) => {
      const { session } = c.var
      checkConfirmed(c)
      await deletePerson(ports, session, c.req.valid('param').id)
      return c.json(await listPeople(ports, session.user.id), 200)
    })
    .openapi(readPeople, async (c) => c.json(await listPeople(ports, c.var.session.user.id), 200))
    .openapi(changePeople, async (c) => {
      checkConfirmed(c)
      const { signUp } = c.req.valid('json')
      return c.json(await chooseSignUp(ports, c.var.session.user.id, signUp), 200)
    })
    .openapi(readProtected, (c) => c.json(c.var.session.user, 200))
}

/** The body, which is never in memory as a whole. */
function fileOf(c: Context<SignedIn>): Readable {
  return c.req.raw.body ? Readable.fromWeb(c.req.raw.body as WebStream) : Readable.from([])
}
