import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type {
  MailboxForm,
  MailboxTest,
  PinnedCertificate,
  TestStep,
} from '@shortlist/contracts/settings'
import { plainLine } from '../../platform/clean-text.ts'
import { AddressRefused, type Reached } from '../../platform/egress/reach.ts'
import {
  imapTimers,
  type OpenImap,
  openFolder,
  openImap,
  trusted,
} from '../mailbox/imap-connection.ts'
import { explainFailure } from '../mailbox/imap-failure.ts'
import { findProvider, type ImapSettings } from '../mailbox/providers.ts'

/** How long each step may take, in milliseconds. */
const patience = { connectMs: 10_000, tlsMs: 10_000, signInMs: 20_000, folderMs: 20_000 }

/** What the test of a mailbox needs. */
export interface TestParts {
  /** Looks the host up, as the mailbox will. */
  readonly reach: () => Promise<Reached>
  /** As in `ImapSettings`. */
  readonly ca: string | undefined
  /** Ends the test, which then rejects with its reason. */
  readonly signal: AbortSignal
  readonly patience?: Partial<typeof patience>
}

/**
 * Tries a mailbox in five steps, of which the first bad one is the last; stores nothing, and leaves
 * nothing open. What the server says comes cleaned and cut to 200 characters, and the password in no
 * sentence and in no failure.
 */
export async function testMailbox(form: MailboxForm, parts: TestParts): Promise<MailboxTest> {
  const trial = new Trial(form, parts)
  try {
    await trial.run()
  } catch (error) {
    parts.signal.throwIfAborted()
    if (!(error instanceof BadStep)) throw error
  } finally {
    trial.end()
  }
  return trial.result()
}

const order = ['name', 'reach', 'tls', 'sign-in', 'folder'] as const
type StepName = TestStep['step']

/** Why a step is bad, as its sentences say. */
class BadStep extends Error {
  readonly hint: string | null

  constructor(detail: string, hint: string | null = null) {
    super(detail)
    this.hint = hint
  }
}

/** A test from its beginning to its end. */
class Trial {
  readonly #form: MailboxForm
  readonly #parts: TestParts
  readonly #patience: typeof patience
  readonly #steps: TestStep[] = []
  #folders: string[] = []
  #certificate: PinnedCertificate | null = null
  #socket: Socket | undefined
  #open: OpenImap | undefined

  constructor(form: MailboxForm, parts: TestParts) {
    this.#form = form
    this.#parts = parts
    this.#patience = { ...patience, ...parts.patience }
  }

  async run(): Promise<void> {
    const reached = await this.#step('name', () => this.#name())
    await this.#step('reach', () => this.#reach(reached))
    await this.#step('tls', () => this.#encrypt(reached))
    // what comes now is what the mailbox itself will do, on a connection of its own
    this.#socket?.destroy()
    await this.#step('sign-in', () => this.#signIn(reached))
    await this.#step('folder', () => this.#openFolder())
  }

  end(): void {
    this.#socket?.destroy()
    this.#open?.client.close()
  }

  result(): MailboxTest {
    const steps = order.map(
      (step, at): TestStep =>
        this.#steps[at] ?? { step, state: 'not-tried', detail: '', hint: null, ms: null },
    )
    return {
      isGood: steps.every(({ state }) => state === 'good'),
      steps,
      folders: this.#folders,
      certificate: this.#certificate,
    }
  }

  /** `work` tells what it has found in a sentence, and throws `BadStep`. */
  async #step<Found>(
    step: StepName,
    work: () => Promise<{ readonly detail: string; readonly found: Found }>,
  ): Promise<Found> {
    const begun = performance.now()
    const took = () => Math.round(performance.now() - begun)
    try {
      const { detail, found } = await work()
      this.#steps.push({ step, state: 'good', detail, hint: null, ms: took() })
      return found
    } catch (error) {
      this.#parts.signal.throwIfAborted()
      const bad = error instanceof BadStep ? error : this.#explain(error)
      const { message: detail, hint } = bad
      this.#steps.push({ step, state: 'bad', detail, hint, ms: took() })
      throw bad
    }
  }

  /** Never with what was thrown: a vendor's failure may carry what was sent. */
  #explain(error: unknown): BadStep {
    const failure = explainFailure(error, this.#settings())
    return new BadStep(failure?.sentence ?? 'It failed in a way that nobody has foreseen.')
  }

  async #name() {
    const { host, port } = this.#form
    try {
      const found = await this.#parts.reach()
      const { count } = found
      return { detail: `${host} has ${count === 1 ? 'one address' : `${count} addresses`}`, found }
    } catch (error) {
      if (error instanceof AddressRefused) {
        const hint =
          'Servers on the internet can be used on ports 993 and 143. Those of the own network are for the owner of this computer.'
        throw new BadStep(`${host} with port ${port} may not be used here.`, hint)
      }
      if (!(error instanceof Error && 'code' in error)) throw error
      if (error.code === 'ETIMEOUT' || error.code === 'EAI_AGAIN')
        throw new BadStep(`Nobody could say where ${host} is.`, 'Check the network.')
      throw new BadStep(`No server has the name ${host}.`, 'Check how it is spelled.')
    }
  }

  async #reach({ address }: Reached) {
    const { port } = this.#form
    const socket = connect({ host: address, port })
    this.#socket = socket
    // what breaks later is heard where it is read
    socket.on('error', () => {})
    const refused = `The server takes no connections on port ${port}.`
    await this.#until(socket, 'connect', this.#patience.connectMs, refused)
    return { detail: `port ${port} answers`, found: undefined }
  }

  async #encrypt({ name, isOwnNetwork }: Reached) {
    if (this.#form.pin && !isOwnNetwork) throw new BadStep(ONLY_OWN)
    const socket = this.#socket
    if (!socket) throw new BadStep('The connection was lost.')
    const { host, security } = this.#form
    const { tlsMs } = this.#patience
    if (security === 'starttls') await this.#askForTls(socket)
    const tls = connectTls({
      socket,
      // looked at below; nothing is said on this connection
      rejectUnauthorized: false,
      ...(isIP(name) === 0 ? { servername: name } : { host: name }),
      ...trusted(this.#settings()),
    })
    tls.on('error', () => {})
    this.#socket = tls
    const plain = 'The server could not encrypt the connection.'
    await this.#until(tls, 'secureConnect', tlsMs, plain, CHECK)
    const until = this.#certificateOf(tls, isOwnNetwork)
    const protocol = (tls.getProtocol() ?? 'TLS').replace('TLSv', 'TLS ')
    return { detail: `${protocol}; certificate of ${host}, valid until ${until}`, found: undefined }
  }

  /** When the certificate ends, in words; throws `BadStep` where it is not trusted. */
  #certificateOf(tls: TLSSocket, isOwnNetwork: boolean): string {
    const { fingerprint256, valid_to, raw } = tls.getPeerCertificate()
    if (tls.authorized) return day(valid_to)
    const code = String(tls.authorizationError)
    if (/SELF_SIGNED|UNABLE_TO_|NOT_PINNED/.test(code)) {
      if (isOwnNetwork) this.#certificate = { sha256: fingerprint256, der: raw.toString('base64') }
      const what = this.#form.pin ? ANOTHER : 'The server has a certificate of its own'
      const { message } = this.#explain(Object.assign(new Error(), { code }))
      throw new BadStep(`${what}, SHA-256 ${fingerprint256}.`, this.#form.pin ? CHANGED : message)
    }
    throw this.#explain(Object.assign(new Error(), { code }))
  }

  /** RFC 3501, 6.2.1: says nothing but `STARTTLS` before the connection is encrypted. */
  async #askForTls(socket: Socket): Promise<void> {
    await this.#answer(socket, '* ')
    socket.write('a STARTTLS\r\n')
    await this.#answer(socket, 'a ')
  }

  /** Reads up to the line that begins with `tag`; throws `BadStep` unless that says `OK`. */
  async #answer(socket: Socket, tag: string): Promise<void> {
    let said = ''
    const hear = (bytes: Buffer) => {
      said += bytes.toString('latin1')
    }
    const line = () =>
      said
        .split('\r\n')
        .slice(0, -1)
        .find((each) => each.startsWith(tag))
    socket.on('data', hear).resume()
    const deadline = performance.now() + this.#patience.tlsMs
    try {
      while (line() === undefined) {
        if (said.length > LINES_MAX || (said !== '' && !/^[*a] ?/.test(said)))
          throw new BadStep('The server does not speak IMAP.', CHECK)
        const left = Math.max(1, deadline - performance.now())
        await this.#until(socket, 'data', left, 'The server hung up.', CHECK)
      }
    } finally {
      socket.off('data', hear).pause()
    }
    const answer = line()?.slice(tag.length) ?? ''
    if (!/^OK/i.test(answer))
      throw new BadStep(`The server says: "${plainLine(answer, WORDS_MAX)}"`, CHECK)
  }

  async #signIn(reached: Reached) {
    const { host, user } = this.#form
    const { connectMs, signInMs } = this.#patience
    const times = { connectMs, greetingMs: signInMs, openMs: signInMs, silenceMs: signInMs }
    const timers = { ...imapTimers, ...times }
    const { signal } = this.#parts
    const settings = { ...this.#settings(), reach: async () => reached }
    try {
      this.#open = await openImap(settings, { timers, onThrottle() {}, signal })
      return { detail: `signed in as ${user}`, found: undefined }
    } catch (error) {
      const failure = explainFailure(error, settings)
      const words = wordsOf(error)
      const isRefused = failure?.code === 'IMAP_AUTH'
      const note = findProvider({ host, user })?.note
      const detail = words === '' ? this.#explain(error).message : `The server says: "${words}"`
      throw new BadStep(
        detail,
        isRefused
          ? ['Check the user name and the app password.', note].filter(Boolean).join(' ')
          : (failure?.sentence ?? null),
      )
    }
  }

  async #openFolder() {
    const { folder } = this.#form
    const open = this.#open
    if (!open) throw new BadStep('The connection was lost.')
    const timer = setTimeout(open.giveUp, this.#patience.folderMs)
    try {
      const list = await open.client.list()
      const paths = list.map(({ path }) => path).filter((path) => path.length <= WORDS_MAX)
      this.#folders = paths.slice(0, FOLDERS_MAX)
      const drafts = list.find(({ specialUse }) => specialUse === '\\Drafts')
      const { exists } = await openFolder(open.client, folder)
      const mails = `${exists.toLocaleString('en')} ${exists === 1 ? 'mail' : 'mails'}`
      const where = drafts ? `; drafts go to ${plainLine(drafts.path, WORDS_MAX)}` : ''
      return { detail: `${folder}: ${mails}${where}`, found: undefined }
    } catch (error) {
      if (explainFailure(error, this.#settings())?.code !== 'IMAP_FOLDER')
        throw open.problem() ?? error
      throw new BadStep(`There is no folder "${folder}".`, 'Choose one that the mailbox has.')
    } finally {
      clearTimeout(timer)
    }
  }

  #settings(): ImapSettings {
    const { password: appPassword, ...place } = this.#form
    const { ca, reach } = this.#parts
    return { ...place, ca, reach, appPassword, composeUrl: undefined }
  }

  /** Waits for an event; throws `BadStep` with this sentence, or one that says that time ran out. */
  async #until(
    socket: Socket,
    event: string,
    limitMs: number,
    detail: string,
    hint: string | null = null,
  ): Promise<void> {
    const waiting = Promise.withResolvers<void>()
    const late = () => waiting.reject(new BadStep('The server did not answer in time.', hint))
    const lost = () => waiting.reject(new BadStep(detail, hint))
    const timer = setTimeout(late, limitMs)
    socket.once(event, waiting.resolve).once('error', lost).once('close', lost)
    const { signal } = this.#parts
    signal.addEventListener('abort', late, { once: true })
    try {
      await waiting.promise
    } finally {
      clearTimeout(timer)
      socket.off(event, waiting.resolve).off('error', lost).off('close', lost)
      signal.removeEventListener('abort', late)
    }
  }
}

const ONLY_OWN = 'Single certificates are trusted on this computer and in its network alone.'
const ANOTHER = 'The server shows another certificate than the one that you trust'
const CHANGED =
  'Somebody may stand in between. Trust it only if you know that the server has a new one.'
const CHECK = 'Check port and encryption.'

/** What is shown of a server's words, in characters. */
const WORDS_MAX = 200
/** What is longer is no answer to what was asked, in characters. */
const LINES_MAX = 8192
const FOLDERS_MAX = 200

/** What the server said as it refused, or nothing. */
function wordsOf(error: unknown): string {
  const { responseText, reason } = (error ?? {}) as { responseText?: unknown; reason?: unknown }
  const said = [responseText, reason].find((words) => typeof words === 'string' && words !== '')
  return typeof said === 'string' ? plainLine(said, WORDS_MAX) : ''
}

function day(date: string): string {
  const at = new Date(date)
  if (Number.isNaN(at.getTime())) return date
  return at.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
}
