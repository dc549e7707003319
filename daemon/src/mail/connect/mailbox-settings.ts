import { X509Certificate } from 'node:crypto'
import { mailProviders } from '@shortlist/contracts/mail-providers'
import type {
  MailboxConnected,
  MailboxForm,
  MailboxGuess,
  MailboxPlace,
  MailboxQuestion,
  MailboxTest,
  NamedMailbox,
  OwnMailbox,
  PinnedCertificate,
  Settings,
  SettingsSection,
} from '@shortlist/contracts/settings'
import { AppError, RateLimited } from '../../errors.ts'
import { pinnedFetch } from '../../platform/egress/pinned-fetch.ts'
import { type Names, reach } from '../../platform/egress/reach.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { MailByModel } from './mail-by-model.ts'
import { type NamedMailboxes, type TakeOverParts, takeOver } from './named-mailbox.ts'
import type { OwnMailboxes } from './own-mailboxes.ts'

const SET_BY_ENVIRONMENT = 'The environment of this computer names your mailbox.'
const OTHER_DOMAIN = 'Only the domain of the address can be asked.'
const NO_CERTIFICATE = 'This is not a certificate with its fingerprint.'
const PASSWORD_NEEDED = 'The app password is needed: it is stored for another server or user.'

/** What the settings of mailboxes are made of. */
export interface MailboxSettingParts extends TakeOverParts {
  readonly own: OwnMailboxes
  readonly named: NamedMailboxes
  readonly mail: {
    /** Opens what the account has after `change`, and drops what was stored where it is forgotten. */
    changeMailbox(
      userId: string,
      change: () => Promise<void>,
      options?: { readonly isForgotten?: boolean },
    ): Promise<void>
    /** Begins to read it in the background. */
    takeUp(userId: string): void
    /** Mails that a model may still see, once that is allowed; they are offered in the background. */
    countOffered(userId: string): Promise<number>
    offer(userId: string): void
  }
  /** The model that answers, and where it runs; null while none does. */
  readonly model: () => Omit<NonNullable<Settings['modelQuestion']>, 'mails'> | null
  readonly names: Names
  /** As in `ImapSettings`. */
  readonly ca: string | undefined
  readonly byModel: Pick<MailByModel, 'use' | 'allow' | 'forget'>
  readonly realtime: Pick<Realtime, 'publish'>
}

/** The mailbox of an account as its user sets it. No answer and no failure holds its password. */
export class MailboxSettings {
  readonly #parts: MailboxSettingParts
  readonly #limits: TestLimits

  constructor(parts: MailboxSettingParts) {
    this.#parts = parts
    this.#limits = new TestLimits(parts.now)
  }

  async read(userId: string): Promise<Settings> {
    const use = this.#parts.byModel.use(userId)
    const [mailbox, modelQuestion] = await Promise.all([
      this.#mailbox(userId),
      use === 'unasked' ? this.#modelQuestion(userId) : null,
    ])
    return { mailbox, mailByModel: use === 'allowed', modelQuestion }
  }

  /** Lets a model read the mails of an account, those too that wait for it, or no longer. */
  async allowModel(userId: string, isAllowed: boolean): Promise<Settings> {
    const { byModel, mail } = this.#parts
    await byModel.allow(userId, isAllowed)
    if (isAllowed) mail.offer(userId)
    return this.#changed(userId, 'model')
  }

  async #modelQuestion(userId: string): Promise<Settings['modelQuestion']> {
    const model = this.#parts.model()
    const mails = model === null ? 0 : await this.#parts.mail.countOffered(userId)
    return model !== null && mails > 0 ? { ...model, mails } : null
  }

  async #mailbox(userId: string): Promise<Settings['mailbox']> {
    const setBy = await this.#parts.setBy(userId)
    const own = await this.#own(userId)
    if (setBy !== null) {
      const named = await this.#named(userId)
      return { origin: 'environment', setBy, canConfigure: false, own, named, gone: null }
    }
    const gone = own ? null : this.#parts.named.gone(userId)
    const origin = own ? 'own' : 'none'
    return { origin, setBy, canConfigure: true, own, named: null, gone }
  }

  async #own(userId: string): Promise<OwnMailbox | null> {
    const row = this.#parts.own.get(userId)
    if (!row) return null
    const { userId: _, ...place } = row
    const hasSecret = (await this.#parts.own.passwordFor(userId, row)) !== undefined
    return { ...place, hasSecret }
  }

  async #named(userId: string): Promise<NamedMailbox | null> {
    const { own, named } = this.#parts
    if (!named.current) return null
    const { form, variables } = named.current
    const row = own.get(userId)
    const isSame = (field: keyof MailboxPlace) => row?.[field] === form?.[field]
    const isStored =
      form !== null &&
      (['host', 'port', 'security', 'user', 'folder'] as const).every(isSame) &&
      (await own.passwordFor(userId, form)) === form.password
    return { ...variables(), canTakeOver: form !== null, isStored }
  }

  /**
   * As `lookUp` promises; the domain itself is contacted only where the user has said so, as often as
   * mailboxes are tried. Throws `VALIDATION` for another domain than that of the address, and `RATE_LIMITED`.
   */
  async lookUp(
    userId: string,
    { address, ask }: MailboxQuestion,
    signal: AbortSignal,
  ): Promise<MailboxGuess> {
    const { names } = this.#parts
    const { lookUp, lookUpAt } = await import('./look-up.ts')
    if (ask === undefined) return lookUp(address, names)
    if (!address.toLowerCase().endsWith(`@${ask.toLowerCase()}`))
      throw new AppError('VALIDATION', OTHER_DOMAIN)
    const rules = { names, isOwnNetworkAllowed: false }
    const publicOnly = () => pinnedFetch(({ hostname }) => reach(hostname, rules))
    return this.#limits.run(userId, ask, () => lookUpAt(address, publicOnly, signal))
  }

  /** Whether a form trusts a certificate that the account does not trust yet at this place. */
  trustsAnew(userId: string, { pin, host, port }: MailboxForm): boolean {
    const before = this.#parts.own.get(userId)
    const isSame = before?.host === host && before.port === port
    return pin !== undefined && !(isSame && before.pin?.sha256 === pin.sha256)
  }

  /**
   * Tries a mailbox, and stores nothing. Throws `SET_BY_ENVIRONMENT`, `VALIDATION` where the password
   * is missing, and `RATE_LIMITED`.
   */
  async test(userId: string, form: MailboxForm, signal: AbortSignal): Promise<MailboxTest> {
    return this.#test(userId, await this.#whole(userId, form), signal)
  }

  /**
   * Tries a mailbox and, where all of it is good, puts it in the place of the account's: stored, opened
   * and read at once. Throws what `test` and the disk throw; then everything stays as it was.
   */
  async connect(userId: string, form: MailboxForm, signal: AbortSignal): Promise<MailboxConnected> {
    const { own, named, mail, now } = this.#parts
    const whole = await this.#whole(userId, form)
    const test = await this.#test(userId, whole, signal)
    if (!test.isGood) return { test, settings: await this.read(userId) }
    await mail.changeMailbox(userId, () => own.keep(userId, whole, now()))
    await named.forget(userId)
    mail.takeUp(userId)
    return { test, settings: await this.#changed(userId, 'mailbox') }
  }

  /** As `takeOver` promises, as often as mailboxes are tried. */
  async takeOver(userId: string, signal: AbortSignal): Promise<MailboxConnected> {
    const test = await takeOver(this.#parts, userId, (form) => this.#test(userId, form, signal))
    const settings = test.isGood ? this.#changed(userId, 'mailbox') : this.read(userId)
    return { test, settings: await settings }
  }

  /** Nothing is read of a paused mailbox; what was read stays. Throws `SET_BY_ENVIRONMENT` and `NOT_FOUND`. */
  async pause(userId: string, isPaused: boolean): Promise<Settings> {
    await this.#check(userId)
    const { own, mail } = this.#parts
    await mail.changeMailbox(userId, () => own.setPaused(userId, isPaused))
    if (!isPaused) mail.takeUp(userId)
    return this.#changed(userId, 'mailbox')
  }

  /**
   * Removes the mailbox of an account with its password, its mails and what was found in them; what
   * stands in the calendar stays. Throws `SET_BY_ENVIRONMENT` and `NOT_FOUND`.
   */
  async remove(userId: string): Promise<Settings> {
    await this.#check(userId)
    const { own, named, mail } = this.#parts
    await mail.changeMailbox(userId, () => own.remove(userId), { isForgotten: true })
    await named.forget(userId)
    return this.#changed(userId, 'mailbox')
  }

  #changed(userId: string, section: SettingsSection): Promise<Settings> {
    this.#parts.realtime.publish(userId, 'settings-changed', { sections: [section] })
    return this.read(userId)
  }

  /** Nothing of what the account has set is left, its password included. */
  async forget(userId: string): Promise<void> {
    await this.#parts.own.remove(userId)
    await this.#parts.named.forget(userId)
    await this.#parts.byModel.forget(userId)
  }

  async #check(userId: string): Promise<void> {
    await this.#checkOrigin(userId)
    if (!this.#parts.own.get(userId))
      throw new AppError('NOT_FOUND', 'You have not connected a mailbox.')
  }

  /** What is stored rests as long as the environment says something else. */
  async #checkOrigin(userId: string): Promise<void> {
    if ((await this.#parts.setBy(userId)) !== null)
      throw new AppError('SET_BY_ENVIRONMENT', SET_BY_ENVIRONMENT)
  }

  /** With the password that counts. */
  async #whole(userId: string, form: MailboxForm): Promise<MailboxForm> {
    const { own } = this.#parts
    await this.#checkOrigin(userId)
    if (form.pin && !isCertificate(form.pin)) throw new AppError('VALIDATION', NO_CERTIFICATE)
    if (form.password === '') {
      const password = await own.passwordFor(userId, form)
      if (password === undefined) throw new AppError('VALIDATION', PASSWORD_NEEDED)
      return { ...form, password }
    }
    const provider = mailProviders.find(({ hosts }) => hosts.test(form.host))
    if (!provider?.hasSpacedPasswords) return form
    return { ...form, password: form.password.replaceAll(/\s/g, '') }
  }

  async #test(userId: string, form: MailboxForm, signal: AbortSignal): Promise<MailboxTest> {
    const { own, ca } = this.#parts
    const { testMailbox } = await import('./test-mailbox.ts')
    const reach = own.reach(userId, form)
    return this.#limits.run(userId, form.host, () => testMailbox(form, { reach, ca, signal }))
  }
}

/** One that is what it says. */
function isCertificate({ der, sha256 }: PinnedCertificate): boolean {
  try {
    return new X509Certificate(Buffer.from(der, 'base64')).fingerprint256 === sha256
  } catch {
    return false
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const A_MINUTE = 3
const AN_HOUR = 20
const AN_HOUR_IN_ALL = 60
/** A host that has refused so many sign-ins is left alone for a while: providers lock accounts. */
const REFUSED = 5
const REFUSED_MS = 15 * MINUTE_MS

/** How often mailboxes are tried, by account, in all and by host. */
class TestLimits {
  readonly #now: () => number
  readonly #running = new Set<string>()
  /** Oldest first. */
  #tests: { readonly userId: string; readonly at: number }[] = []
  #refusals: { readonly host: string; readonly at: number }[] = []

  constructor(now: () => Date) {
    this.#now = () => now().getTime()
  }

  /** Throws `RATE_LIMITED` instead of a test that is one too many. */
  async run<Tested extends MailboxTest | MailboxGuess>(
    userId: string,
    host: string,
    test: () => Promise<Tested>,
  ): Promise<Tested> {
    const now = this.#now()
    this.#tests = this.#tests.filter(({ at }) => at > now - HOUR_MS)
    this.#refusals = this.#refusals.filter(({ at }) => at > now - REFUSED_MS)
    const ofAccount = this.#tests.filter((each) => each.userId === userId)
    const ofHost = this.#refusals.filter((each) => each.host === host)
    hold(ofAccount, A_MINUTE, MINUTE_MS, now)
    hold(ofAccount, AN_HOUR, HOUR_MS, now)
    hold(this.#tests, AN_HOUR_IN_ALL, HOUR_MS, now)
    hold(ofHost, REFUSED, REFUSED_MS, now)
    if (this.#running.has(userId)) throw new RateLimited(1000, 'A test is running already')
    this.#running.add(userId)
    this.#tests.push({ userId, at: now })
    try {
      const tested = await test()
      const steps = 'steps' in tested ? tested.steps : []
      const isRefused = steps.some(({ step, state }) => step === 'sign-in' && state === 'bad')
      if (isRefused) this.#refusals.push({ host, at: this.#now() })
      return tested
    } finally {
      this.#running.delete(userId)
    }
  }
}

/** Throws `RATE_LIMITED` where there are `limit` of them within the time before `now`. */
function hold(
  all: readonly { readonly at: number }[],
  limit: number,
  withinMs: number,
  now: number,
): void {
  const oldest = all.at(-limit)
  if (!oldest || oldest.at <= now - withinMs) return
  throw new RateLimited(oldest.at + withinMs - now, 'Too many tests')
}
