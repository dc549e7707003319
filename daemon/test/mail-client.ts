import { CalendarStatus } from '@shortlist/contracts/calendar'
import { type ServerEvent, type ServerEventName, serverEvents } from '@shortlist/contracts/events'
import { MailStatus, SyncReply } from '@shortlist/contracts/mail'
import { io, type Socket } from 'socket.io-client'
import { endWithTests } from '../../.config/testing/end-with-tests.ts'
import { type Caller, newCaller, signIn } from './browserless-client.ts'

/** One thing that the daemon has said about mail or calendar. */
export interface Heard {
  readonly name: ServerEventName
  readonly payload: ServerEvent<ServerEventName>
}

/** A signed-in client of the mail half, with its socket joined. */
export interface MailClient {
  readonly caller: Caller
  readonly heard: readonly Heard[]
  status(): Promise<MailStatus>
  calendar(): Promise<CalendarStatus>
  useLocalCalendar(): Promise<CalendarStatus>
  sync(): Promise<SyncReply>
  /** Syncs and resolves to how it ended. */
  syncToEnd(): Promise<Heard>
  /** The next event of one of these names; what was said before does not count. */
  next(...names: readonly ServerEventName[]): Promise<Heard>
  /** Resolves once an event of this name has come so many times in all. */
  hears(name: ServerEventName, times: number): Promise<void>
  /** Resolves to the status once it fits, asking again after each event. */
  until(fits: (status: MailStatus) => boolean): Promise<MailStatus>
  post(path: string, body?: object): Promise<Response>
  close(): void
}

const syncNames = Object.keys(serverEvents).filter((name) => !name.startsWith('chat-'))

/**
 * Signs up, or in where the address is known already, and joins the sync updates; a caller that is
 * given stays signed in.
 */
export async function mailClient(
  url: string,
  who: string | Caller = 'ada@example.test',
  isKnown = false,
): Promise<MailClient> {
  const caller = typeof who === 'string' ? await (isKnown ? signIn : newCaller)(url, who) : who
  const userId = caller.account.id
  const heard: Heard[] = []
  const waiting = new Set<(event: Heard) => void>()
  const socket = await join(url, caller)
  for (const name of syncNames as ServerEventName[]) {
    socket.on<string>(name, (payload) => {
      heard.push({ name, payload })
      for (const hear of waiting) hear({ name, payload })
    })
  }

  async function read(path: string): Promise<unknown> {
    return (await caller.call('GET', path)).json()
  }
  function post(path: string, body: object = {}): Promise<Response> {
    return caller.call('POST', path, { userId, ...body })
  }
  function next(...names: readonly ServerEventName[]): Promise<Heard> {
    return new Promise((resolve) => {
      const hear = (event: Heard) => {
        if (!names.includes(event.name)) return
        waiting.delete(hear)
        resolve(event)
      }
      waiting.add(hear)
    })
  }
  const status = async () => MailStatus.parse(await read(`/api/gmail/status/${userId}`))
  async function sync(): Promise<SyncReply> {
    const answer = await post('/api/gmail/sync')
    if (!answer.ok) throw new Error(`sync answered ${answer.status}: ${await answer.text()}`)
    return SyncReply.parse(await answer.json())
  }

  return {
    caller,
    heard,
    status,
    sync,
    post,
    next,
    calendar: async () => CalendarStatus.parse(await read(`/api/calendar/status/${userId}`)),
    useLocalCalendar: async () =>
      CalendarStatus.parse(await (await post('/api/calendar/local')).json()),
    async syncToEnd() {
      const end = next('sync-complete', 'sync-error')
      await sync()
      return end
    },
    async hears(name, times) {
      while (heard.filter((event) => event.name === name).length < times) await next(name)
    },
    async until(fits) {
      for (;;) {
        const change = next(...(syncNames as ServerEventName[]))
        const now = await status()
        if (fits(now)) return now
        await change
      }
    },
    close: endWithTests(() => void socket.disconnect()),
  }
}

function join(url: string, { account, cookie }: Caller): Promise<Socket> {
  const socket = io(url, { extraHeaders: { cookie }, forceNew: true })
  return new Promise((resolve, reject) => {
    socket.on('connect_error', reject)
    socket.on('connect', () => {
      socket.emit('join-sync-updates', account.id, () => resolve(socket))
    })
  })
}
