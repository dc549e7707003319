import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { OfUser, UserPath } from '@shortlist/contracts/accounts'
import {
  MailboxConnected,
  MailboxForm,
  MailboxGuess,
  MailboxQuestion,
  MailboxTest,
  Settings,
  SettingsChange,
} from '@shortlist/contracts/settings'
import { jsonBody, refuseInvalid, replies } from '../../platform/http/json.ts'
import { checkConfirmed, ownId, type SignedIn } from '../../platform/http/session.ts'
import type { MailboxSettings } from './mailbox-settings.ts'

const readSettings = createRoute({
  method: 'get',
  path: '/api/settings/{userId}',
  request: { params: UserPath },
  responses: replies(Settings, 'What the account has set, and where it is from; no secret'),
})

const changeSettings = createRoute({
  method: 'patch',
  path: '/api/settings/{userId}',
  request: { params: UserPath, ...jsonBody(SettingsChange) },
  responses: replies(Settings, 'It holds from now on'),
})

const lookUpMailbox = createRoute({
  method: 'post',
  path: '/api/settings/{userId}/mailbox/look-up',
  request: { params: UserPath, ...jsonBody(MailboxQuestion) },
  responses: replies(MailboxGuess, 'Who keeps the mailbox of an address'),
})

const testMailbox = createRoute({
  method: 'post',
  path: '/api/settings/{userId}/mailbox/test',
  request: { params: UserPath, ...jsonBody(MailboxForm) },
  responses: replies(MailboxTest, 'What five steps have found; nothing was stored'),
})

const connectMailbox = createRoute({
  method: 'put',
  path: '/api/settings/{userId}/mailbox',
  request: { params: UserPath, ...jsonBody(MailboxForm) },
  responses: replies(MailboxConnected, 'The same, and stored where each of them is good'),
})

const pauseMailbox = createRoute({
  method: 'post',
  path: '/api/settings/{userId}/mailbox/pause',
  request: { params: UserPath, ...jsonBody(OfUser) },
  responses: replies(Settings, 'Nothing is read any more'),
})

const resumeMailbox = createRoute({
  method: 'post',
  path: '/api/settings/{userId}/mailbox/resume',
  request: { params: UserPath, ...jsonBody(OfUser) },
  responses: replies(Settings, 'The mailbox is read again'),
})

const takeOverMailbox = createRoute({
  method: 'post',
  path: '/api/settings/{userId}/mailbox/take-over',
  request: { params: UserPath, ...jsonBody(OfUser) },
  responses: replies(
    MailboxConnected,
    'What the environment names is tested, and stored where good',
  ),
})

const removeMailbox = createRoute({
  method: 'delete',
  path: '/api/settings/{userId}/mailbox',
  request: { params: UserPath },
  responses: replies(Settings, 'The password, the mails and what was found in them are gone'),
})

/** The settings of an account; whose they are says the session. */
export function settingRoutes(settings: MailboxSettings) {
  return new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
    .openapi(readSettings, async (c) => {
      return c.json(await settings.read(ownId(c, c.req.valid('param').userId)), 200)
    })
    .openapi(changeSettings, async (c) => {
      const userId = ownId(c, c.req.valid('param').userId)
      return c.json(await settings.allowModel(userId, c.req.valid('json').mailByModel), 200)
    })
    .openapi(lookUpMailbox, async (c) => {
      const userId = ownId(c, c.req.valid('param').userId)
      return c.json(await settings.lookUp(userId, c.req.valid('json'), c.req.raw.signal), 200)
    })
    .openapi(testMailbox, async (c) => {
      const userId = ownId(c, c.req.valid('param').userId)
      const form = c.req.valid('json')
      if (settings.trustsAnew(userId, form)) checkConfirmed(c)
      return c.json(await settings.test(userId, form, c.req.raw.signal), 200)
    })
    .openapi(connectMailbox, async (c) => {
      const userId = ownId(c, c.req.valid('param').userId)
      const form = c.req.valid('json')
      if (settings.trustsAnew(userId, form)) checkConfirmed(c)
      return c.json(await settings.connect(userId, form, c.req.raw.signal), 200)
    })
    .openapi(pauseMailbox, async (c) => {
      ownId(c, c.req.valid('json').userId)
      return c.json(await settings.pause(ownId(c, c.req.valid('param').userId), true), 200)
    })
    .openapi(resumeMailbox, async (c) => {
      ownId(c, c.req.valid('json').userId)
      return c.json(await settings.pause(ownId(c, c.req.valid('param').userId), false), 200)
    })
    .openapi(takeOverMailbox, async (c) => {
      ownId(c, c.req.valid('json').userId)
      const userId = ownId(c, c.req.valid('param').userId)
      checkConfirmed(c)
      return c.json(await settings.takeOver(userId, c.req.raw.signal), 200)
    })
    .openapi(removeMailbox, async (c) => {
      return c.json(await settings.remove(ownId(c, c.req.valid('param').userId)), 200)
    })
}
