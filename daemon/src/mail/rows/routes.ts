import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { UserPath } from '@shortlist/contracts/accounts'
import { EmailPath } from '@shortlist/contracts/mail'
import {
  MailPage,
  MailRowsQuery,
  MarkReply,
  MarkRequest,
  OpenMail,
} from '@shortlist/contracts/mail-rows'
import { jsonBody, refuseInvalid, replies } from '../../platform/http/json.ts'
import { ownId, type SignedIn } from '../../platform/http/session.ts'
import type { MailAssistant } from '../mail-assistant.ts'
import { markMails, noRows, openMail, rowsOf, undoMarks } from './mail-rows.ts'

const listRows = createRoute({
  method: 'get',
  path: '/api/mail/{userId}/rows',
  request: { params: UserPath, query: MailRowsQuery },
  responses: replies(
    MailPage,
    'A page of the mails of a view, with how many there are of each kind',
  ),
})

const readMail = createRoute({
  method: 'get',
  path: '/api/mail/{userId}/mails/{emailId}',
  request: { params: EmailPath },
  responses: replies(OpenMail, 'One mail with everything that is known of it'),
})

const setMarks = createRoute({
  method: 'post',
  path: '/api/mail/{userId}/marks',
  request: { params: UserPath, ...jsonBody(MarkRequest) },
  responses: replies(MarkReply, 'How many mails are marked now'),
})

const undoChange = createRoute({
  method: 'delete',
  path: '/api/mail/{userId}/marks/{changeId}',
  request: { params: UserPath.extend({ changeId: z.string().max(64) }) },
  responses: replies(MarkReply, 'The mails are marked as they were before'),
})

/** The mails of an account as rows, and the marks of its user; whose they are says the session. */
export function mailRowRoutes(mail: MailAssistant) {
  return new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
    .openapi(listRows, async (c) => {
      const account = await mail.opened(ownId(c, c.req.valid('param').userId))
      return c.json(account ? await rowsOf(account, c.req.valid('query')) : noRows, 200)
    })
    .openapi(readMail, async (c) => {
      const { userId, emailId } = c.req.valid('param')
      return c.json(await openMail(await mail.account(ownId(c, userId)), emailId), 200)
    })
    .openapi(setMarks, async (c) => {
      const account = await mail.account(ownId(c, c.req.valid('param').userId))
      return c.json(await markMails(account, c.req.valid('json')), 200)
    })
    .openapi(undoChange, async (c) => {
      const { userId, changeId } = c.req.valid('param')
      return c.json(await undoMarks(await mail.account(ownId(c, userId)), changeId), 200)
    })
}
