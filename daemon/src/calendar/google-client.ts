import { join } from 'node:path'
import type {
  GoogleClient,
  GoogleClientForm,
  GoogleEntered,
  GoogleTest,
} from '@shortlist/contracts/machine'
import { z } from 'zod'
import { AppError, RateLimited } from '../errors.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { type Collection, openCollectionFile } from '../platform/storage/collection.ts'
import type { FileSystem } from '../platform/storage/file-system.ts'
import { GoogleOAuth, type GoogleSettings } from './google-oauth.ts'

const VERSION = 1

const ClientRow = z.object({
  clientId: z.string(),
  /** Sealed for this client id. */
  secret: z.string(),
  /** ISO 8601. */
  savedAt: z.string(),
})
type ClientRow = z.infer<typeof ClientRow>

/** What the Google client of a computer is kept and tried with. */
export interface GoogleClientParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  readonly box: SecretBox
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  /** The client that the environment names, which counts before one that was entered. */
  readonly given: GoogleClientForm | null
  readonly calendarId: string
  /** As in `GoogleSettings`. */
  readonly oauthBaseUrl?: string | undefined
  readonly apiBaseUrl?: string | undefined
  /** Origin of the daemon, which Google sends the browser back to. */
  readonly ownUrl: () => string
  /** The account that signed up first; undefined while there is none. */
  readonly ownerId: () => Promise<string | undefined>
  /** Hears that another client counts, or none any more. */
  readonly onChange: () => void
  readonly now: () => Date
  readonly fs?: FileSystem
}

/** Opens the Google client of a computer; contacts nobody. Throws `STORE_NEWER`. */
export async function openGoogleClient(parts: GoogleClientParts): Promise<OwnGoogleClient> {
  const { folder, report, box, fs } = parts
  const rows = await openCollectionFile(join(folder, 'settings', 'google.json'), ClientRow, {
    version: VERSION,
    report,
    fs,
    lost: 'The Google client has to be entered again.',
  })
  const row = rows.get(CLIENT)
  const secret = row && (await box.open(useOf(row.clientId), row.secret))
  return new OwnGoogleClient(parts, rows, secret)
}

const CLIENT = 'client'
const VARIABLES = 'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET'

const NOT_OWNER = 'The owner of this computer enters the Google client.'
const SET_BY_ENVIRONMENT = 'The environment of this computer names the Google client.'
const SECRET_NEEDED = 'The client secret is needed: it is stored for another client.'

/** What no Google has ever given to anybody. */
const WRONG_CODE = 'shortlist-test'

/**
 * The client that the accounts of this computer sign in to Google with, as its owner enters it. Calls
 * by others throw `FORBIDDEN_USER`, changes of what the environment names `SET_BY_ENVIRONMENT`. No
 * answer and no failure holds its secret.
 */
export class OwnGoogleClient {
  readonly #parts: GoogleClientParts
  readonly #rows: Collection<ClientRow>
  #settings: GoogleSettings | null
  #isTesting = false

  /** `secret` is that of the stored client; undefined where there is none that can be read. */
  constructor(parts: GoogleClientParts, rows: Collection<ClientRow>, secret: string | undefined) {
    this.#parts = parts
    this.#rows = rows
    const clientId = rows.get(CLIENT)?.clientId
    const stored = clientId && secret ? { clientId, clientSecret: secret } : null
    this.#settings = this.#settingsOf(parts.given ?? stored)
  }

  /** The client that counts, the same object until it is another one; null where there is none. */
  get settings(): GoogleSettings | null {
    return this.#settings
  }

  async read(userId: string): Promise<GoogleClient> {
    const redirectUri = redirectUriOf(this.#parts.ownUrl())
    const { given } = this.#parts
    if (!(await this.#isOwner(userId))) {
      const nothing = { setBy: null, clientId: null, hasSecret: false, savedAt: null }
      return { isOwner: false, ...nothing, redirectUri }
    }
    if (given) {
      const named = { clientId: given.clientId, hasSecret: true, savedAt: null }
      return { isOwner: true, setBy: VARIABLES, ...named, redirectUri }
    }
    const { clientId = null, savedAt = null } = this.#rows.get(CLIENT) ?? {}
    const hasSecret = this.#settings !== null
    return { isOwner: true, setBy: null, clientId, hasSecret, savedAt, redirectUri }
  }

  /** Stores nothing. Throws `VALIDATION` without a secret, `RATE_LIMITED` while another test runs. */
  async test(userId: string, form: GoogleClientForm, signal: AbortSignal): Promise<GoogleTest> {
    await this.#checkFree(userId)
    return this.#test(this.#whole(form), signal)
  }

  /** The same test; where it is good, the client counts from then on, for all who have signed in by it. */
  async enter(userId: string, form: GoogleClientForm, signal: AbortSignal): Promise<GoogleEntered> {
    await this.#checkFree(userId)
    const whole = this.#whole(form)
    const test = await this.#test(whole, signal)
    if (test.isGood) {
      const { clientId, clientSecret } = whole
      const secret = await this.#parts.box.seal(useOf(clientId), clientSecret)
      const savedAt = this.#parts.now().toISOString()
      await this.#rows.put(CLIENT, { clientId, secret, savedAt })
      this.#settings = this.#settingsOf(whole)
      this.#parts.onChange()
    }
    return { test, client: await this.read(userId) }
  }

  /** Google is asked nothing any more; who has signed in has again once the same client is entered. */
  async remove(userId: string): Promise<GoogleClient> {
    await this.#checkFree(userId)
    await this.#rows.remove(CLIENT)
    this.#settings = null
    this.#parts.onChange()
    return this.read(userId)
  }

  #settingsOf(client: GoogleClientForm | null): GoogleSettings | null {
    const { calendarId, oauthBaseUrl, apiBaseUrl } = this.#parts
    return client && { ...client, calendarId, oauthBaseUrl, apiBaseUrl }
  }

  /** With the secret that counts. */
  #whole(form: GoogleClientForm): GoogleClientForm {
    if (form.clientSecret !== '') return form
    if (this.#settings?.clientId !== form.clientId) throw new AppError('VALIDATION', SECRET_NEEDED)
    return { ...form, clientSecret: this.#settings.clientSecret }
  }

  async #test(form: GoogleClientForm, signal: AbortSignal): Promise<GoogleTest> {
    const settings = this.#settingsOf(form)
    if (this.#isTesting || !settings) throw new RateLimited(1000, 'A test is running already')
    this.#isTesting = true
    const from = performance.now()
    const took = () => Math.round(performance.now() - from)
    try {
      const refusal = await new GoogleOAuth(settings, signal).tryCode({
        code: WRONG_CODE,
        redirectUri: redirectUriOf(this.#parts.ownUrl()),
      })
      const isGood = refusal === null
      const reached = { step: 'reach', state: 'good', detail: ANSWERS, ms: took() } as const
      const known = isGood ? 'good' : 'bad'
      const client = { step: 'client', state: known, detail: refusal ?? KNOWN, ms: null } as const
      return { isGood, steps: [reached, client] }
    } catch (failure) {
      if (!(failure instanceof AppError)) throw failure
      const { message: detail } = failure
      const untried = { step: 'client', state: 'not-tried', detail: '', ms: null } as const
      return {
        isGood: false,
        steps: [{ step: 'reach', state: 'bad', detail, ms: took() }, untried],
      }
    } finally {
      this.#isTesting = false
    }
  }

  async #isOwner(userId: string): Promise<boolean> {
    return (await this.#parts.ownerId()) === userId
  }

  async #checkFree(userId: string): Promise<void> {
    if (!(await this.#isOwner(userId))) throw new AppError('FORBIDDEN_USER', NOT_OWNER)
    if (this.#parts.given) throw new AppError('SET_BY_ENVIRONMENT', SET_BY_ENVIRONMENT)
  }
}

const ANSWERS = 'Google answers.'
const KNOWN = 'Google knows this client with its secret.'

/** Where Google sends the browser back to. */
export function redirectUriOf(ownUrl: string): string {
  return `${ownUrl}/api/calendar/callback`
}

/** What the secret is sealed for: another client id cannot open it. */
function useOf(clientId: string) {
  return { userId: 'machine', purpose: `google|${clientId}` }
}
