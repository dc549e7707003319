import { Account, type Credentials, SignedIn } from '@shortlist/contracts/accounts'
import { Health } from '@shortlist/contracts/health'
import type { Abilities } from '../abilities.ts'
import { daemonAccounts } from '../accounts.ts'
import { type AssistantClient, createEventHub, type EventHub } from '../assistant-client.ts'
import { daemonCalendar } from '../calendar.ts'
import { CallFailed } from '../call-failed.ts'
import { daemonChats } from '../chats.ts'
import { daemonFolders } from '../folders.ts'
import { daemonMail } from '../mail.ts'
import { daemonSettings } from '../settings.ts'
import { daemonToday } from '../today.ts'
import { HEALTH_TIMEOUT } from './find-daemon.ts'
import { listen } from './listen.ts'
import { daemonApi, readCalls } from './read-calls.ts'
import { type ConnectionWatch, watchConnection } from './watch-connection.ts'

export interface DaemonClientOptions {
  /** Whether the page has the origin of the daemon; the panel of a browser extension has not. */
  readonly isSameOrigin?: boolean
}

/**
 * The client that asks a real daemon at `baseUrl`, an origin without a slash at its end. It acts
 * for whoever `me` or `signIn` has found, and hears events from then until `signOut`.
 */
export function daemonClient(
  baseUrl: string,
  { isSameOrigin = true }: DaemonClientOptions = {},
): AssistantClient {
  const hub = createEventHub()
  const connection = watchConnection(health)
  const api = daemonApi(baseUrl)
  const settle = (wasThere: boolean) => (wasThere ? connection.answered() : connection.failed())
  const calls = readCalls(settle)
  const session = keepSession(baseUrl, hub, connection)
  const ofAccount = { api, calls: readCalls(settle, session), userId: session.userId }

  async function health(): Promise<Health> {
    try {
      const signal = AbortSignal.timeout(HEALTH_TIMEOUT)
      const asking = api.health.$get({}, { init: { signal } })
      const answer = await readCalls(() => {}).ask(asking, Health)
      connection.answered()
      return answer
    } catch (error) {
      // whatever answers there without being healthy is not the daemon
      connection.failed()
      throw error
    }
  }

  async function signIn(json: Credentials): Promise<Account> {
    return session.enter((await calls.ask(api.users.sessions.$post({ json }), SignedIn)).user)
  }

  return {
    abilities: abilities(baseUrl, isSameOrigin),
    accounts: {
      ...daemonAccounts(baseUrl, ofAccount),
      async me() {
        const asked = session.current()
        try {
          const found = await calls.ask(api.users.me.$get(), Account)
          // an answer from before a sign-in says nothing about who is signed in now
          return asked === session.current() ? session.enter(found) : session.account()
        } catch (error) {
          if (!(error instanceof CallFailed && error.isSignedOut)) throw error
          if (asked !== session.current()) return session.account()
          session.leave()
          // a refusal with a reason of its own is to be read
          if (error.message !== NOBODY) throw error
          return null
        }
      },
      signIn,
      async signUp(json) {
        await calls.tell(api.users.$post({ json }))
        return signIn(json)
      },
      async signOut() {
        const asked = session.current()
        await calls.tell(api.users.sessions.$delete())
        if (asked === session.current()) session.leave()
      },
    },
    chats: daemonChats({
      ...ofAccount,
      // it reaches screens as the event that would have ended it
      onWhole: (reply, isStopped) => hub.emit(isStopped ? 'chat-stopped' : 'chat-complete', reply),
      running: session.running,
    }),
    folders: daemonFolders(ofAccount),
    mail: daemonMail(ofAccount),
    calendar: daemonCalendar(ofAccount),
    settings: daemonSettings(ofAccount),
    today: daemonToday(ofAccount),
    health,
    on: hub.on,
    watchConnection: connection.watch,
    retryConnection: connection.ask,
    close: session.close,
  }
}

/** Whom the client acts for, and what it hears on their behalf. */
function keepSession(baseUrl: string, hub: EventHub, connection: ConnectionWatch) {
  let account: Account | null = null
  let number = 0
  let listening: ReturnType<typeof listen> | undefined
  let isClosed = false

  function enter(found: Account): Account {
    // a sign-in may still be under way when a host turns away
    if (account?.id !== found.id && !isClosed) {
      listening?.close()
      listening = listen({ baseUrl, userId: found.id, hub, connection })
    }
    if (account?.id !== found.id) number += 1
    account = found
    return found
  }

  function leave(): null {
    listening?.close()
    listening = undefined
    account = null
    return null
  }

  return {
    account: () => account,
    userId(): string {
      if (!account) throw new CallFailed(401, NOBODY)
      return account.id
    },
    /** Another number after each sign-in. */
    current: () => number,
    enter,
    leave,
    expire(): void {
      if (!account) return
      leave()
      hub.emit('signed-out', {})
    },
    running: (chatId: string) => listening?.running.of(chatId) ?? [],
    close(): void {
      isClosed = true
      leave()
    },
  }
}

/** What the daemon says where nobody is signed in. */
const NOBODY = 'AUTHENTICATION_REQUIRED'

function abilities(baseUrl: string, isSameOrigin: boolean): Abilities {
  return {
    connectionLabel: null,
    notice: null,
    canSignOut: true,
    // the popup speaks to its own origin, and other origins may not show what the daemon serves
    canOpenPopup: isSameOrigin,
    canUseAddresses: isSameOrigin,
    folderUploadRefusal: null,
    exampleApplications: null,
    hasWebApp: true,
    apiDocsUrl: `${baseUrl}/api/docs`,
    origin: baseUrl,
  }
}
