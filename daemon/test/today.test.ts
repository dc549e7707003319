import { asCode } from '@shortlist/contracts/look-up'
import { lookUps } from '@shortlist/contracts/suggestions'
import { Changes, ChangeUndone, Today } from '@shortlist/contracts/today'
import { beforeAll, expect, it } from 'vitest'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { folderClient } from './folder-client.ts'
import { type MailClient, mailClient } from './mail-client.ts'

let daemon: RunningDaemon
let ada: MailClient

beforeAll(async () => {
  daemon = await startDaemon({ args: ['--sample'] })
  ada = await mailClient(daemon.url, 'ada@example.test')
  await ada.useLocalCalendar()
  await ada.syncToEnd()
}, 60_000)

async function ask(client: MailClient, path = '', userId = client.caller.account.id) {
  return client.caller.call('GET', `/api/today/${userId}${path}`)
}

async function today(): Promise<Today> {
  return Today.parse(await (await ask(ada)).json())
}

async function undo(client: MailClient, change: { eventId: string; at: string }) {
  const { eventId, at } = change
  const path = `/api/today/${client.caller.account.id}/undo`
  const answer = await client.caller.call('POST', path, { eventId, at })
  return ChangeUndone.parse(await answer.json()).isUndone
}

it('is told in less than 8 KB', async () => {
  const text = await (await ask(ada)).text()
  expect(Buffer.byteLength(text)).toBeLessThan(8 * 1024)
  const { interviews, needs, deadlines, since } = Today.parse(JSON.parse(text))
  expect(interviews.length).toBeGreaterThan(1)
  expect(needs.rows).toHaveLength(5)
  expect(deadlines.length).toBeGreaterThan(1)
  expect(since).toMatchObject({ from: null, mails: (await ada.status()).emails.length })
})

it('undoes what was entered by itself once, however many ask for it', async () => {
  const { since } = await today()
  const [change] = since.changes
  if (!change) throw new Error('nothing was entered')
  const all = Changes.parse(await (await ask(ada, '/changes')).json())
  expect(all.changes).toHaveLength(since.total)
  expect(all.changes[0]).toEqual(change)
  expect(change.sentence).not.toBe('')
  const feed = async () => (await fetch((await ada.calendar()).feedUrl ?? '')).text()
  expect(await feed()).toContain(change.eventId)

  const undone = await Promise.all([undo(ada, change), undo(ada, change), undo(ada, change)])

  expect(undone.sort()).toEqual([false, false, true])
  expect(await feed()).not.toContain(change.eventId)
  expect((await today()).since.total).toBe(since.total - 1)
  await ada.syncToEnd()
  expect(await feed()).not.toContain(change.eventId)
}, 60_000)

it('is looked up by a chat, with the mail that says so', async () => {
  const chat = await folderClient(daemon.url, ada.caller)
  const { interviews, deadlines, asOf } = await today()
  const [next] = interviews
  const [due] = deadlines.filter((each) => each.due > asOf)
  if (!next || !due) throw new Error('nothing is ahead')
  const mailOf = (id: string) => `[Mail](<${daemon.url}/gmail-mcp?mail=${encodeURIComponent(id)}>)`

  const interview = await chat.ask(lookUps.nextInterview)
  const deadline = await chat.ask(lookUps.deadlines)

  expect(interview.fullResponse).toContain(`\n\n- ${asCode(next.summary)}\n`)
  expect(interview.fullResponse).toContain(mailOf(next.emailId))
  expect(deadline.fullResponse).toContain(`: ${asCode(due.subject)}, from ${asCode(due.from)}`)
  expect(deadline.fullResponse).toContain(mailOf(due.emailId))
})

it('is for its own account alone', async () => {
  const bob = await mailClient(daemon.url, 'bob@example.test')
  const hers = ada.caller.account.id
  const [change] = (await today()).since.changes
  if (!change) throw new Error('nothing was entered')
  for (const path of ['', '/changes']) expect((await ask(bob, path, hers)).status).toBe(403)
  const seen = { asOf: new Date().toISOString() }
  for (const [path, body] of [['undo', change] as const, ['seen', seen] as const])
    expect((await bob.caller.call('POST', `/api/today/${hers}/${path}`, body)).status).toBe(403)
  expect(await undo(bob, change)).toBe(false)
  expect((await today()).since.changes).toContainEqual(change)
})

it('refuses what is no time, and notes what is', async () => {
  const path = `/api/today/${ada.caller.account.id}/seen`
  expect((await ada.caller.call('POST', path, { asOf: 'today' })).status).toBe(400)
  expect((await ada.caller.call('POST', path, { asOf: (await today()).asOf })).status).toBe(200)
})
