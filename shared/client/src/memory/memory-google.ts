import type { GoogleClient, GoogleClientForm, GoogleTest } from '@shortlist/contracts/machine'
import { CallFailed } from '../call-failed.ts'
import type { MachineSettings } from '../machine.ts'
import type { MemoryCalendar } from './memory-calendar.ts'

export interface MemoryGoogleParts {
  readonly calendar: MemoryCalendar
  /** Why no client can be entered here; null where one can. */
  readonly refusal: string | null
  /** The variables that name the client; null where none do. */
  readonly setBy: string | null
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Hears that there is another client, or none any more. */
  readonly onChange: () => void
}

/** What Google in memory refuses. */
export const WRONG_SECRET = 'wrong-secret'

export type GoogleCalls = Pick<
  MachineSettings,
  'readGoogle' | 'testGoogle' | 'enterGoogle' | 'removeGoogle'
>

/** The Google client of a computer in memory; Google takes any secret but `WRONG_SECRET`. */
export function memoryGoogle(parts: MemoryGoogleParts): GoogleCalls {
  const { calendar, refusal, setBy, now, onChange } = parts
  const redirectUri = 'http://localhost:4000/api/calendar/callback'
  const nothing = { clientId: null, hasSecret: false, savedAt: null }
  const isThere = refusal === null && calendar.status.canUseGoogle
  let known: Omit<GoogleClient, 'isOwner' | 'setBy' | 'redirectUri'> = isThere
    ? { clientId: 'client.example.test', hasSecret: true, savedAt: null }
    : nothing

  const client = () => ({ isOwner: refusal === null, setBy, ...known, redirectUri })

  function check(): void {
    if (refusal !== null) throw new CallFailed(403, refusal)
    if (setBy !== null)
      throw new CallFailed(409, 'The environment of this computer names the Google client.')
  }

  function change(to: typeof known): void {
    known = to
    calendar.status = { ...calendar.status, canUseGoogle: to.hasSecret }
    onChange()
  }

  function test({ clientId, clientSecret }: GoogleClientForm): GoogleTest {
    check()
    if (clientSecret === '' && clientId !== known.clientId)
      throw new CallFailed(400, 'The client secret is needed: it is stored for another client.')
    return tested(clientSecret)
  }

  return {
    readGoogle: async () => client(),
    testGoogle: async (form) => test(form),
    async enterGoogle(form) {
      const result = test(form)
      const savedAt = new Date(now()).toISOString()
      if (result.isGood) change({ clientId: form.clientId, hasSecret: true, savedAt })
      return { test: result, client: client() }
    },
    async removeGoogle() {
      check()
      change(nothing)
      return client()
    },
  }
}

function tested(secret: string): GoogleTest {
  const isGood = secret !== WRONG_SECRET
  const state = isGood ? 'good' : 'bad'
  const detail = isGood
    ? 'Google knows this client with its secret.'
    : 'Google does not know this client with this secret.'
  return {
    isGood,
    steps: [
      { step: 'reach', state: 'good', detail: 'Google answers.', ms: 12 },
      { step: 'client', state, detail, ms: null },
    ],
  }
}
