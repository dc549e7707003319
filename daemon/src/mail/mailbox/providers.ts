import { type MailProvider, mailProviders } from '@shortlist/contracts/mail-providers'
import type { PinnedCertificate } from '@shortlist/contracts/settings'
import type { Reached } from '../../platform/egress/reach.ts'

/** Where a mailbox lies and how it is opened. */
export interface ImapSettings {
  /** Where it is not set, the domain of the address tells (`imapHost`). */
  readonly host: string | undefined
  readonly port: number
  /** `starttls` goes on only once the connection is encrypted; `none` is for this computer. */
  readonly security: 'tls' | 'starttls' | 'none'
  /** Mostly the address. */
  readonly user: string
  readonly appPassword: string
  readonly folder: string
  /** PEM text of the authority that the server's certificate hangs on, besides the known ones. */
  readonly ca: string | undefined
  /** What the server has to show instead, on this computer or in its network; nothing else then. */
  readonly pin?: PinnedCertificate | undefined
  /** Where "Use Draft" leads; the provider's own page where it is not set. */
  readonly composeUrl: string | undefined
  /**
   * Looks up, before each connection, what may be connected to, where a user has named the host; what
   * the settings of this computer name is connected to as it is.
   */
  readonly reach?: () => Promise<Reached>
}

/** What tells whose a mailbox is. */
type MailboxPlace = Pick<ImapSettings, 'host' | 'user'>

/** Who keeps this mailbox: the host decides, and where it is not set the domain of the address. */
export function findProvider({ host, user }: MailboxPlace): MailProvider | undefined {
  if (host) return mailProviders.find(({ hosts }) => hosts.test(host.toLowerCase()))
  const domain = user.slice(user.lastIndexOf('@') + 1).toLowerCase()
  return mailProviders.find(({ domains }) => domains.test(domain))
}

/** The server of the settings, else that of the provider; undefined where neither is known. */
export function imapHost(place: MailboxPlace): string | undefined {
  return place.host ?? findProvider(place)?.host
}

/** The address of a mail on its provider's pages; empty where they have none by message id. */
export function webLink(place: MailboxPlace, messageId: string): string {
  const search = findProvider(place)?.search
  const id = messageId.replace(/^<|>$/g, '')
  if (!search || id === '') return ''
  const page = search.page.replace('{user}', encodeURIComponent(place.user))
  return page + encodeURIComponent(`${search.operator}:${id}`)
}
