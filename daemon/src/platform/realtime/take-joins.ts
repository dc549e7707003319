import { type Joined, JoinOptions } from '@shortlist/contracts/events'
import type { Socket } from 'socket.io'
import { z } from 'zod'
import type { Log } from '../log.ts'
import type { Binding } from './connections.ts'
import type { Channel } from './screens.ts'

/** Joins that a socket may leave before it has shown a session. */
const WISHES_PER_SOCKET = 8

/** Events that a socket may send per second. */
const EVENTS_PER_SECOND = 50

/** A join that was asked for. */
export interface Wish {
  readonly channel: Channel
  /** The account that the client named. */
  readonly named: string | undefined
  readonly acknowledge: (answer: unknown) => void
}

/** What a socket carries with it, across a recovered connection too. */
export interface SocketData {
  binding?: Binding | undefined
  /** Joins that wait for a session, in order. */
  wishes?: Wish[]
}

export interface JoinParts {
  readonly log: Log
  readonly now: () => number
  /** Carries out a wish of a socket that has a session, and says which replies run. */
  readonly join: (binding: Binding, wish: Wish) => Joined
  readonly resync: (binding: Binding, messageId: string | number) => void
}

const Named = z.union([z.string(), z.number().transform(String)]).nullish()
const Resync = z.object({ messageId: z.union([z.string(), z.number()]) })

/** Hears what a client says: wishes to join, and to be sent a whole reply. */
export function takeJoins(socket: Socket, parts: JoinParts): void {
  const data: SocketData = socket.data
  limitRate(socket, parts.now)
  hear(socket, parts.log, 'join-chat', ([named, options], acknowledge) => {
    const { stream } = JoinOptions.parse(options ?? {})
    take({ channel: stream ?? 'full', named: Named.parse(named) ?? undefined, acknowledge })
  })
  hear(socket, parts.log, 'join-sync-updates', ([named], acknowledge) => {
    take({ channel: 'sync', named: Named.parse(named) ?? undefined, acknowledge })
  })
  hear(socket, parts.log, 'chat-resync', ([asked], acknowledge) => {
    const { messageId } = Resync.parse(asked)
    if (data.binding) parts.resync(data.binding, messageId)
    acknowledge({ ok: data.binding !== undefined })
  })

  function take(wish: Wish): void {
    data.wishes ??= []
    if (data.binding) carryOut(data.binding, wish, parts)
    else if (data.wishes.length < WISHES_PER_SOCKET) data.wishes.push(wish)
    else wish.acknowledge(refusal('Too many joins without a sign-in'))
  }
}

/** Carries out what a socket has asked for before its session was known. */
export function carryOutWishes(data: SocketData, parts: JoinParts): void {
  for (const wish of data.wishes?.splice(0) ?? []) {
    if (data.binding) carryOut(data.binding, wish, parts)
  }
}

function carryOut(binding: Binding, wish: Wish, { join, log }: JoinParts): void {
  // the account is the session's; a payload that names another account is refused, never followed
  const isOwn = wish.named === undefined || wish.named === binding.session.user.id
  if (!isOwn)
    log.warn({ channel: wish.channel }, 'A socket asked for the events of another account')
  wish.acknowledge(isOwn ? join(binding, wish) : refusal('Forbidden'))
}

/** One wrapper for every event: an exception in a handler of socket.io would end the process. */
function hear(
  socket: Socket,
  log: Log,
  name: string,
  handle: (values: readonly unknown[], acknowledge: Wish['acknowledge']) => void,
): void {
  socket.on(name, (...values: unknown[]) => {
    const acknowledge = takeAcknowledge(values)
    try {
      handle(values, acknowledge)
    } catch (error) {
      const isMalformed = error instanceof z.ZodError
      if (!isMalformed) log.error({ event: name, err: error }, 'A socket event failed')
      acknowledge(refusal(isMalformed ? 'Malformed event' : 'Internal error'))
    }
  })
}

function limitRate(socket: Socket, now: () => number): void {
  let second = 0
  let count = 0
  socket.use((event, next) => {
    const current = Math.floor(now() / 1000)
    count = current === second ? count + 1 : 1
    second = current
    if (count <= EVENTS_PER_SECOND) next()
    else takeAcknowledge(event)(refusal('Too many events'))
  })
}

/** The last argument, where the client asked for an acknowledgement. */
function takeAcknowledge(values: unknown[]): Wish['acknowledge'] {
  if (typeof values.at(-1) !== 'function') return () => {}
  return values.pop() as Wish['acknowledge']
}

function refusal(error: string): Joined {
  return { ok: false, error }
}
