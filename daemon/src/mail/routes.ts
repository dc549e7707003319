import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { OfUser, UserPath } from '@shortlist/contracts/accounts'
import { Done } from '@shortlist/contracts/chat'
import {
  Correction,
  DraftToSave,
  Email,
  EmailList,
  EmailListQuery,
  EmailPath,
  MailConnection,
  MailStatus,
  MailStatusQuery,
  SyncReply,
} from '@shortlist/contracts/mail'
import { jsonBody, refusal, refuseInvalid, replies } from '../platform/http/json.ts'
import { ownId, type SignedIn } from '../platform/http/session.ts'
import type { MailAssistant } from './mail-assistant.ts'

const readMailStatus = createRoute({
  method: 'get',
  path: '/api/gmail/status/{userId}',
  request: { params: UserPath, query: MailStatusQuery },
  responses: replies(MailStatus, 'The mailbox and its mails, from what is known'),
})

const syncMail = createRoute({
  method: 'post',
  path: '/api/gmail/sync',
  request: { ...jsonBody(OfUser), query: MailStatusQuery },
  responses: replies(SyncReply, 'The stored mails; their analyses follow as events'),
})

const cancelSync = createRoute({
  method: 'post',
  path: '/api/gmail/sync/cancel',
  request: jsonBody(OfUser),
  responses: replies(Done, 'The sync ends after the mails in flight'),
})

const connectMailbox = createRoute({
  method: 'post',
  path: '/api/gmail/connect',
  request: jsonBody(OfUser),
  responses: replies(MailConnection, 'Whether the mailbox could be reached right now'),
})

const useSample = createRoute({
  method: 'post',
  path: '/api/gmail/sample',
  request: jsonBody(OfUser),
  responses: replies(MailStatus, 'The sample mailbox is in use'),
})

const leaveSample = createRoute({
  method: 'delete',
  path: '/api/gmail/sample/{userId}',
  request: { params: UserPath },
  responses: replies(MailStatus, 'The sample mailbox and what was stored of it are gone'),
})

const listEmails = createRoute({
  method: 'get',
  path: '/api/gmail/emails/{userId}',
  request: { params: UserPath, query: EmailListQuery },
  responses: replies(EmailList, 'The stored mails, newest first'),
})

const correctEmail = createRoute({
  method: 'patch',
  path: '/api/gmail/emails/{userId}/{emailId}',
  request: { params: EmailPath, ...jsonBody(Correction) },
  responses: replies(Email, 'The mail as the user has set it'),
})

const retryEmail = createRoute({
  method: 'post',
  path: '/api/gmail/emails/{userId}/{emailId}/retry',
  request: { params: EmailPath, ...jsonBody(OfUser) },
  responses: replies(Email, 'The mail, analysed again'),
})

const readEmail = createRoute({
  method: 'get',
  path: '/api/gmail/emails/{userId}/{emailId}/text',
  request: { params: EmailPath },
  responses: {
    200: {
      description: 'What the mail says, for mailboxes without web pages',
      content: { 'text/plain': { schema: z.string() } },
    },
    default: refusal,
  },
})

const saveDraft = createRoute({
  method: 'post',
  path: '/api/gmail/emails/{userId}/{emailId}/draft',
  request: { params: EmailPath, ...jsonBody(DraftToSave) },
  responses: replies(Email, 'The reply lies in the Drafts folder'),
})

const mailCallback = createRoute({
  method: 'get',
  path: '/api/gmail/callback',
  responses: { 302: { description: 'Back to the mail screen' }, default: refusal },
})

/** The mailbox of an account; whose it is says the session. */
export function mailRoutes(mail: MailAssistant) {
  return new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
    .openapi(readMailStatus, async (c) => {
      const { emails } = c.req.valid('query')
      return c.json(await mail.status(ownId(c, c.req.valid('param').userId), emails), 200)
    })
    .openapi(syncMail, async (c) => {
      const { emails } = c.req.valid('query')
      return c.json(await mail.sync(ownId(c, c.req.valid('json').userId), emails), 200)
    })
    .openapi(cancelSync, (c) => {
      mail.cancelSync(ownId(c, c.req.valid('json').userId))
      return c.json({ message: 'Sync cancelled' }, 200)
    })
    .openapi(connectMailbox, async (c) => {
      await mail.connect(ownId(c, c.req.valid('json').userId))
      return c.json({ success: true, message: 'The mailbox can be read.' }, 200)
    })
    .openapi(useSample, async (c) => {
      const userId = ownId(c, c.req.valid('json').userId)
      await mail.useSample(userId)
      return c.json(await mail.status(userId), 200)
    })
    .openapi(leaveSample, async (c) => {
      const userId = ownId(c, c.req.valid('param').userId)
      await mail.leaveSample(userId)
      return c.json(await mail.status(userId), 200)
    })
    .openapi(listEmails, async (c) => {
      const { limit } = c.req.valid('query')
      const answer = await mail.emails(ownId(c, c.req.valid('param').userId), limit)
      return c.json({ ...answer, source: 'database' as const }, 200)
    })
    .openapi(correctEmail, async (c) => {
      const { userId, emailId } = c.req.valid('param')
      const { userId: named, ...correction } = c.req.valid('json')
      ownId(c, named)
      return c.json(await mail.correct(ownId(c, userId), emailId, correction), 200)
    })
    .openapi(retryEmail, async (c) => {
      const { userId, emailId } = c.req.valid('param')
      ownId(c, c.req.valid('json').userId)
      return c.json(await mail.retry(ownId(c, userId), emailId), 200)
    })
    .openapi(readEmail, async (c) => {
      const { userId, emailId } = c.req.valid('param')
      // text alone, which no browser takes for a page: a stranger has written it
      return c.text(await mail.read(ownId(c, userId), emailId), 200)
    })
    .openapi(saveDraft, async (c) => {
      const { userId, emailId } = c.req.valid('param')
      const { userId: named, body } = c.req.valid('json')
      ownId(c, named)
      return c.json(await mail.saveDraft(ownId(c, userId), emailId, body), 200)
    })
    .openapi(mailCallback, (c) => c.redirect('/gmail-mcp', 302))
}
