import { Hono } from 'hono'
import type { CallGate } from './call-gate.ts'
import type { FakeCalendar } from './fake-calendar.ts'
import type { FakeMail } from './fake-mail.ts'
import { refuse } from './tiny-refusal.ts'

/** The mail calls of the wire over a mailbox in memory; mounted at `/api/gmail`. */
export function tinyMail(mail: FakeMail, pass: CallGate['pass']): Hono {
  const calls = mail.calls(pass)
  return new Hono()
    .get('/status/:userId', async (c) => c.json(await calls.status()))
    .post('/connect', (c) => {
      const { connected, error } = mail.status
      const message = error ?? 'Connected'
      return connected
        ? c.json({ success: true, message })
        : c.json({ code: 'MAIL_CONNECT', error: message, message, requestId: 'r1' }, 500)
    })
    .post('/sample', async (c) => c.json(await calls.useSample()))
    .delete('/sample/:userId', async (c) => c.json(await calls.leaveSample()))
    .post('/sync', async (c) => c.json(await calls.sync()))
    .post('/sync/cancel', async (c) => {
      await calls.cancelSync()
      return c.json({ message: 'Sync cancelled' })
    })
    .patch('/emails/:userId/:emailId', async (c) => {
      const { userId: _, ...correction } = await c.req.json()
      return c.json(await calls.correct(c.req.param('emailId'), correction))
    })
    .post('/emails/:userId/:emailId/retry', async (c) =>
      c.json(await calls.retry(c.req.param('emailId'))),
    )
    .post('/emails/:userId/:emailId/draft', async (c) =>
      c.json(await calls.saveDraft(c.req.param('emailId'), (await c.req.json()).body)),
    )
    .onError(refuse)
}

/** The calendar calls of the wire over a calendar in memory; mounted at `/api/calendar`. */
export function tinyCalendar(calendar: FakeCalendar, pass: CallGate['pass']): Hono {
  const calls = calendar.calls(pass)
  return new Hono()
    .get('/status/:userId', async (c) => c.json(await calls.status()))
    .post('/connect', async (c) => c.json({ authUrl: await calls.connect() }))
    .post('/local', async (c) => c.json(await calls.useLocal()))
    .delete('/connection/:userId', async (c) => c.json(await calls.disconnect()))
    .post('/feed', async (c) => c.json(await calls.renewFeed()))
    .post('/events/:userId/:eventId', async (c) => {
      const { start, end } = await c.req.json()
      return c.json(await calls.add(c.req.param('eventId'), start && { start, end }))
    })
    .delete('/events/:userId/:eventId', async (c) =>
      c.json(await calls.undo(c.req.param('eventId'))),
    )
    .onError(refuse)
}
