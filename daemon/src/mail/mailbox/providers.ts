/** What is known about somebody who keeps mailboxes. */
export interface Provider {
  /** As users call it; null where nobody is known. */
  readonly name: string | null
  /** The IMAP server, reached over TLS on port 993; null where it is not known. */
  readonly host: string | null
  /** Where app passwords are made. */
  readonly appPasswordUrl: string | null
  /** A page or program that takes `to`, `subject` and `body`. */
  readonly composeUrl: string
  /** The address of a mail on the provider's pages, where they have one by message id. */
  webLink?(messageId: string, user: string): string
}

interface Preset extends Provider {
  /** The last part of every host that is theirs. */
  readonly hosts: RegExp
  /** Domains of the addresses they give away. */
  readonly domains: RegExp
}

/** A search of the provider's pages by message id; empty without one. */
function searchLink(page: string, operator: string, messageId: string): string {
  const id = messageId.replace(/^<|>$/g, '')
  return id === '' ? '' : page + encodeURIComponent(`${operator}:${id}`)
}

const presets: readonly Preset[] = [
  {
    name: 'Gmail',
    host: 'imap.gmail.com',
    hosts: /(^|\.)(gmail|googlemail)\.com$/,
    domains: /^(gmail|googlemail)\.com$/,
    appPasswordUrl: 'https://myaccount.google.com/apppasswords',
    composeUrl: 'https://mail.google.com/mail/?view=cm&fs=1',
    webLink(messageId, user) {
      const page = `https://mail.google.com/mail/?authuser=${encodeURIComponent(user)}#search/`
      return searchLink(page, 'rfc822msgid', messageId)
    },
  },
  {
    name: 'Outlook',
    host: 'outlook.office365.com',
    hosts: /(^|\.)(outlook|hotmail|live)\.com$|^outlook\.office(365)?\.com$/,
    domains: /^(outlook|hotmail|live|msn)\.[a-z]{2,3}(\.[a-z]{2})?$/,
    appPasswordUrl: 'https://account.live.com/proofs/AppPassword',
    composeUrl: 'https://outlook.live.com/mail/0/deeplink/compose',
  },
  {
    name: 'Yahoo',
    host: 'imap.mail.yahoo.com',
    hosts: /(^|\.)mail\.yahoo\.com$/,
    domains: /^(yahoo\.[a-z]{2,3}(\.[a-z]{2})?|ymail\.com|rocketmail\.com)$/,
    appPasswordUrl: 'https://login.yahoo.com/account/security',
    composeUrl: 'https://compose.mail.yahoo.com/',
  },
  {
    name: 'iCloud',
    host: 'imap.mail.me.com',
    hosts: /(^|\.)mail\.me\.com$/,
    domains: /^(icloud|me|mac)\.com$/,
    appPasswordUrl: 'https://account.apple.com/account/manage',
    composeUrl: 'mailto:',
  },
  {
    name: 'Fastmail',
    host: 'imap.fastmail.com',
    hosts: /(^|\.)fastmail\.com$/,
    domains: /^fastmail\.(com|fm|[a-z]{2,3})$/,
    appPasswordUrl: 'https://app.fastmail.com/settings/security',
    composeUrl: 'https://app.fastmail.com/mail/compose',
    webLink: (messageId) => searchLink('https://app.fastmail.com/mail/search:', 'msgid', messageId),
  },
]

const anybody: Provider = {
  name: null,
  host: null,
  appPasswordUrl: null,
  composeUrl: 'mailto:',
}

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
  /** Where "Use Draft" leads; the provider's own page where it is not set. */
  readonly composeUrl: string | undefined
}

/** What tells whose a mailbox is. */
type MailboxPlace = Pick<ImapSettings, 'host' | 'user'>

/** Who keeps this mailbox: the host decides, and where it is not set the domain of the address. */
export function findProvider({ host, user }: MailboxPlace): Provider {
  if (host) return presets.find(({ hosts }) => hosts.test(host.toLowerCase())) ?? anybody
  const domain = user.slice(user.lastIndexOf('@') + 1).toLowerCase()
  return presets.find(({ domains }) => domains.test(domain)) ?? anybody
}

/** The server of the settings, else that of the provider; undefined where neither is known. */
export function imapHost(place: MailboxPlace): string | undefined {
  return place.host ?? findProvider(place).host ?? undefined
}
