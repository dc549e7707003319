import { OpenAPIHono } from '@hono/zod-openapi'
import { AppError } from '../errors.ts'
import { ownId, type SignedIn } from '../platform/http/session.ts'
import { refuseInvalid } from '../platform/http/validate.ts'
import type { MailAssistant } from './mail-assistant.ts'
import {
  cancelSync,
  connectMailbox,
  correctEmail,
  leaveSample,
  listEmails,
  mailCallback,
  readEmail,
  readMailStatus,
  retryEmail,
  saveDraft,
  syncMail,
  useSample,
} from './mail-calls.ts'

/** The mailbox of an account; whose it is says the session. */
export function mailRoutes(mail: MailAssistant) {
  return new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
    .openapi(readMailStatus, async (c) => {
      const { emails } = c.req.valid('query')
      return c.json(await mail.status(ownId(c, c.req.valid('param').userId), emails), 200)
    })
    .openapi(syncMail, async (c) => {
      return c.json(await mail.sync(ownId(c, c.req.valid('json').userId)), 200)
    })
    .openapi(cancelSync, (c) => {
      mail.cancelSync(ownId(c, c.req.valid('json').userId))
      return c.json({ message: 'Sync cancelled' }, 200)
    })
    .openapi(connectMailbox, async (c) => {
      const { success, message } = await mail.connect(ownId(c, c.req.valid('json').userId))
      if (!success) throw new AppError('MAIL_CONNECT', message)
      return c.json({ success, message }, 200)
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
