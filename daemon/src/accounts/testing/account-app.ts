import { OpenAPIHono } from '@hono/zod-openapi'
import type { SignUpRule } from '@shortlist/contracts/accounts'
import { memoryFile } from '../../../test/memory-file.ts'
import { AppError } from '../../errors.ts'
import { createBackground } from '../../platform/background.ts'
import { guard } from '../../platform/http/guard.ts'
import { createOriginList } from '../../platform/http/request-check.ts'
import type { SignedIn } from '../../platform/http/session.ts'
import { openCollection, type Rows } from '../../platform/storage/collection.ts'
import { AccountRow, AccountStore } from '../account-store.ts'
import { Deletions, LeaverRow } from '../delete-account.ts'
import { createPasswords, HashQueue } from '../passwords.ts'
import type { AccountPorts } from '../ports.ts'
import { accountRoutes } from '../routes.ts'
import { createFindSession, SessionRow, SessionStore } from '../session-store.ts'

/** Costs next to nothing; never for production. */
export const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export const credentials = { email: 'ada@example.com', password: 'correct horse' }

/** Accounts behind the real guard, in memory, with cheap hashes that are counted. */
export async function startAccounts(clock: () => Date = () => new Date()) {
  const accountRows = await openCollection(memoryFile<Rows<AccountRow>>(), AccountRow)
  const sessionRows = await openCollection(memoryFile<Rows<SessionRow>>(), SessionRow)
  const failures: unknown[] = []
  let signUp: SignUpRule = 'open'
  const background = createBackground((error) => failures.push(error))
  const queue = new CountingQueue(clock)
  const endedSockets: string[] = []
  const events: string[] = []
  const ports: Omit<AccountPorts, 'belongings' | 'deletions' | 'imports'> = {
    accounts: new AccountStore(accountRows),
    sessions: new SessionStore(sessionRows, background, clock),
    passwords: createPasswords(queue, cheap),
    signUp: {
      rule: () => signUp,
      setBy: null,
      isChosen: () => signUp !== 'open',
      async choose(rule) {
        signUp = rule
      },
    },
    endSession: (id) => endedSockets.push(id),
    record: (event) => events.push(event),
    background,
    now: clock,
  }
  const belongings = {
    forgotten: [] as string[],
    isStuck: false,
    async count() {
      return {
        ...{ chats: 2, messages: 9, mails: 0, marks: 0 },
        ...{ appointments: 0, inGoogle: 0, folders: 0, files: 0 },
      }
    },
    async *exported({ email }: { readonly email: string }) {
      yield `{"email":"${email}"}\n`
    },
    async takeOutEvents() {
      throw new AppError('CAL_UNREACHABLE', 'Google cannot be reached.')
    },
    async forget(userId: string) {
      if (belongings.isStuck) throw new Error('killed')
      belongings.forgotten.push(userId)
    },
  }
  const refuse = async () => {
    throw new AppError('VALIDATION', 'This is not a complete export of Shortlist.')
  }
  const imports = { preview: refuse, import: refuse, undo: refuse, last: () => ({ last: null }) }
  const leavers = await openCollection(memoryFile<Rows<LeaverRow>>(), LeaverRow)
  const deletions = new Deletions({ ...ports, belongings, leavers })
  const app = new OpenAPIHono<SignedIn>()
  guard(app, {
    origins: createOriginList({ port: () => 4000 }),
    findSession: createFindSession(ports),
    log: (error) => failures.push(error),
  })
  app.route('/', accountRoutes({ ...ports, belongings, imports, deletions }))

  return {
    ports,
    belongings,
    leavers,
    deletions,
    accountRows,
    sessionRows,
    failures,
    background,
    endedSockets,
    events,
    hashes: () => queue.hashes,
    ...callsOf(app),
  }
}

/** The calls of a client, with bodies as JSON and the cookie as it was set. */
function callsOf(app: OpenAPIHono<SignedIn>) {
  async function call(method: string, path: string, body?: unknown, cookie?: string) {
    const headers = new Headers()
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    if (cookie !== undefined) headers.set('Cookie', cookie)
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    return await app.request(path, { method, headers, ...text })
  }

  return {
    call,
    signUp: (body: unknown = credentials) => call('POST', '/api/users', body),
    signIn: (body: unknown = credentials, cookie?: string) =>
      call('POST', '/api/users/sessions', body, cookie),
    signOut: (cookie?: string) => call('DELETE', '/api/users/sessions', undefined, cookie),
    me: (cookie?: string) => call('GET', '/api/users/me', undefined, cookie),
  }
}

/** The `Cookie` header that answers a `Set-Cookie`. */
export function cookieOf(answer: Response): string {
  return (answer.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? ''
}

class CountingQueue extends HashQueue {
  hashes = 0

  override run<Result>(work: () => Promise<Result>): Promise<Result> {
    return super.run(() => {
      this.hashes++
      return work()
    })
  }
}
