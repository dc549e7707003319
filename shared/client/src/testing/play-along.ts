import type { MessageId } from '@shortlist/contracts/chat'
import type { ClientEvents } from '../assistant-client.ts'
import type { NewQuestion } from '../chats.ts'
import type { CallGate } from './call-gate.ts'
import type { DaemonWorld } from './client-world.ts'
import type { FakeChats } from './fake-chats.ts'
import { aCalendarStatus, aMailEvent, aMailStatus, anAnalysis, anEmail } from './mail-samples.ts'

interface Played extends Pick<DaemonWorld, 'mail' | 'calendar' | 'tell'> {
  readonly chats: FakeChats
  /** What was asked of the world, oldest first. */
  readonly calls: CallGate['calls']
}

const LAST_SYNC = '2026-11-21T09:00:00.000Z'

/** Puts emails and an event into a world. */
export function furnish({ mail, calendar }: Pick<Played, 'mail' | 'calendar'>): void {
  const event = aMailEvent({ state: 'waiting' })
  calendar.events.set(event.id, event)
  const emails = [anEmail({ events: [event] }), anEmail({ id: 'mail-0002', subject: 'News' })]
  mail.status = aMailStatus({ emails })
}

/** The calls that have had their consequences. */
const played = new WeakSet<object>()

/** Does all that was asked of a world since the last time as a daemon does it, and tells of it. */
export async function playAlong(world: Played): Promise<void> {
  const calls = world.calls.filter((call) => !played.has(call))
  const asked = (name: string) => calls.filter((call) => call[0] === name)
  for (const call of calls) played.add(call)
  for (const [, question] of asked('send')) await reply(world, question as NewQuestion)
  if (asked('mail.sync').length > 0) await sync(world, asked('mail.cancelSync').length > 0)
  if (asked('calendar.connect').length > 0) {
    world.calendar.status = aCalendarStatus()
    await world.tell('calendar-changed', {})
  }
}

async function reply({ chats, calls, tell }: Played, question: NewQuestion): Promise<void> {
  const { chatId, messageId, mode, text } = question
  const about: { chatId: string; messageId: MessageId } = { chatId, messageId }
  const isStopped = calls.some(([name, stopped]) => name === 'stop' && stopped === chatId)
  await tell('chat-started', { ...about, mode, question: text, startedAt: LAST_SYNC })
  await tell('chat-chunk', { ...about, fullResponse: 'Hel' })
  if (isStopped) {
    chats.append(chatId, { role: 'bot', content: 'Hel', messageId, isStopped })
    await tell('chat-stopped', { ...about, fullResponse: 'Hel' })
    return
  }
  await tell('chat-chunk', { ...about, fullResponse: 'Hello' })
  chats.append(chatId, { role: 'bot', content: 'Hello', messageId })
  await tell('chat-complete', { ...about, fullResponse: 'Hello', contextPercent: 9 })
}

async function sync({ mail, tell }: Played, isCancelled: boolean): Promise<void> {
  const { emails } = mail.status
  const total = emails.length
  if (isCancelled) {
    await tell('sync-cancelled', { analyzed: 0, total })
    return
  }
  for (const [index, { id: emailId, subject }] of emails.entries()) {
    const of = { emailId, totalToAnalyze: total }
    await tell('email-analyzing', { ...of, subject, analyzedCount: index })
    const analysis = anAnalysis()
    mail.change(emailId, { analyzed: true, status: 'analyzed', analysis })
    await tell('email-analyzed', { ...of, analysis, analyzedCount: index + 1 })
  }
  mail.status = { ...mail.status, lastSync: LAST_SYNC }
  const counts = { totalFetched: total, newStored: 0, failed: 0, eventsCreated: 0 }
  await tell('sync-complete', { ...counts, analyzed: total, lastSync: LAST_SYNC })
}

/** Tells an event by `emit`, and waits until the client has heard it. */
export function tellAndWait(
  { on }: DaemonWorld['client'],
  emit: (name: keyof ClientEvents, event: unknown) => void,
): DaemonWorld['tell'] {
  return (name, event) =>
    new Promise((resolve) => {
      const stop = on(name, () => {
        stop()
        resolve()
      })
      emit(name, event)
    })
}
