import { join } from 'node:path'
import { type MailboxForm, MailboxPlace } from '@shortlist/contracts/settings'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { AddressRefused, type Names, type Reached, reach } from '../../platform/egress/reach.ts'
import type { Log } from '../../platform/log.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { type Collection, openCollectionFile } from '../../platform/storage/collection.ts'
import type { FileSystem } from '../../platform/storage/file-system.ts'
import type { Mailbox, MailboxHealth } from '../ports.ts'

const VERSION = 1

/** A mailbox that an account has connected. */
const OwnRow = MailboxPlace.extend({
  userId: z.string(),
  /** The password, sealed for this account, host, port and user. */
  secret: z.string(),
  isPaused: z.boolean(),
  /** When the password was entered, ISO 8601. */
  savedAt: z.string(),
})
type OwnRow = z.infer<typeof OwnRow>

/** What own mailboxes are kept and opened with. */
export interface OwnMailboxParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  readonly box: SecretBox
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  readonly names: Names
  /** Whether an account may name a host of this computer or of its network. */
  readonly mayUseOwnNetwork: (userId: string, host: string) => Promise<boolean>
  /** As in `ImapSettings`. */
  readonly ca: string | undefined
  readonly composeUrl: string | undefined
  readonly log: Pick<Log, 'warn'>
  readonly fs?: FileSystem
}

/** Opens the list of own mailboxes; contacts nobody. Throws `STORE_NEWER`. */
export async function openOwnMailboxes(parts: OwnMailboxParts): Promise<OwnMailboxes> {
  const { folder, report, fs } = parts
  const rows = await openCollectionFile(join(folder, 'mail', 'own-mailboxes.json'), OwnRow, {
    version: VERSION,
    report,
    fs,
    lost: 'Mailboxes that were connected in the app have to be connected again.',
  })
  return new OwnMailboxes(parts, rows)
}

/** The mailboxes that accounts have connected, one each. Changes are on the disk when they resolve. */
export class OwnMailboxes {
  readonly #parts: OwnMailboxParts
  readonly #rows: Collection<OwnRow>

  constructor(parts: OwnMailboxParts, rows: Collection<OwnRow>) {
    this.#parts = parts
    this.#rows = rows
  }

  /** What is known of the mailbox of an account, without its secret; undefined where it has none. */
  get(userId: string): Omit<OwnRow, 'secret'> | undefined {
    const row = this.#rows.get(userId)
    if (!row) return undefined
    const { secret: _, ...known } = row
    return known
  }

  users(): readonly string[] {
    return [...this.#rows.values()].map(({ userId }) => userId)
  }

  /**
   * The stored password, for the host, port and user that it was entered for; undefined for any other
   * place, and where the key is another one.
   */
  async passwordFor(userId: string, place: Place): Promise<string | undefined> {
    const row = this.#rows.get(userId)
    return row && this.#parts.box.open({ userId, purpose: purposeOf(place) }, row.secret)
  }

  /** Throws `STORE_FULL` or `STORE_READONLY`. */
  async keep(userId: string, form: MailboxForm, now: Date): Promise<void> {
    const { password, ...place } = form
    const secret = await this.#parts.box.seal({ userId, purpose: purposeOf(form) }, password)
    const savedAt = now.toISOString()
    await this.#rows.put(userId, { ...place, userId, secret, isPaused: false, savedAt })
  }

  /** Nothing happens where the account has none. */
  async setPaused(userId: string, isPaused: boolean): Promise<void> {
    await this.#rows.change((rows) => {
      const row = rows.get(userId)
      if (row) rows.set(userId, { ...row, isPaused })
    })
  }

  /** No copy of the file holds its password any more. */
  async remove(userId: string): Promise<void> {
    await this.#rows.remove(userId)
  }

  /** Where the host of a mailbox may be connected to, as `reach` promises; ports are held to as well. */
  reach(userId: string, { host, port }: Pick<Place, 'host' | 'port'>): () => Promise<Reached> {
    const { names, mayUseOwnNetwork } = this.#parts
    return async () => {
      const isOwnNetworkAllowed = await mayUseOwnNetwork(userId, host)
      const reached = await reach(host, { names, isOwnNetworkAllowed })
      if (!reached.isOwnNetwork && !IMAP_PORTS.includes(port)) throw new AddressRefused()
      return reached
    }
  }

  /** The mailbox of an account, which contacts nobody yet; undefined where it has none. */
  async open(userId: string): Promise<Mailbox | undefined> {
    const row = this.get(userId)
    if (!row) return undefined
    const { host, port, security, user, folder, pin, isPaused } = row
    const appPassword = await this.passwordFor(userId, row)
    const { ca, composeUrl, log } = this.#parts
    const { createImapMailbox } = await import('../mailbox/imap-mailbox.ts')
    const place = { host, port, security, user, folder, pin, ca, composeUrl }
    const mailbox = createImapMailbox(
      { ...place, appPassword: appPassword ?? '', reach: this.reach(userId, row) },
      { log },
    )
    if (isPaused) return resting(mailbox, { state: 'unreachable', error: PAUSED, isPaused })
    if (appPassword === undefined)
      return resting(mailbox, { state: 'wrong-password', error: SEALED_ELSEWHERE })
    return mailbox
  }
}

const IMAP_PORTS = [993, 143]

const PAUSED = 'The mailbox is paused. Nothing is read until you resume it.'
const SEALED_ELSEWHERE =
  'The stored app password was sealed with another key. Enter it again in Settings.'

/** What a secret is bound to. */
type Place = Pick<MailboxPlace, 'host' | 'port' | 'user'>

function purposeOf({ host, port, user }: Place): string {
  return `mailbox|${host}:${port}:${user}`
}

/** A mailbox that is left alone; what was read of it stays to be seen. */
function resting(
  mailbox: Mailbox,
  rest: Pick<MailboxHealth, 'state' | 'isPaused'> & { readonly error: string },
): Mailbox {
  const refusal = () => new AppError('MAIL_CONNECT', rest.error)
  const refuse = async (): Promise<never> => {
    throw refusal()
  }
  return {
    ...mailbox,
    health: () => ({ ...mailbox.health(), ...rest }),
    connect: refuse,
    // biome-ignore lint/correctness/useYield: nothing comes of it
    async *changes() {
      throw refusal()
    },
    watch: () => () => {},
    saveDraft: refuse,
  }
}
