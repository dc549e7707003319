/** What somebody has to know who connects a mailbox of a provider. */
export interface MailProvider {
  /** As users call it. */
  readonly name: string
  /** Its IMAP server, which is reached over TLS on port 993 unless `port` and `security` say otherwise. */
  readonly host: string
  readonly port?: number
  readonly security?: 'starttls'
  /** The server of addresses under a domain of one's own, where that is another one. */
  readonly ownDomainHost?: string
  /** The last part of every host that is theirs. */
  readonly hosts: RegExp
  /** Domains of the addresses they give away. */
  readonly domains: RegExp
  /** Hosts that take the mail of domains that others own (MX). */
  readonly exchangers?: RegExp
  /** What opens the mailbox; `oauth`: no password that could be entered here. */
  readonly needs: 'app-password' | 'password' | 'oauth' | 'bridge'
  /** Where app passwords are made; null where it is not known. */
  readonly appPasswordUrl: string | null
  /** What is particular about this provider, as a sentence. */
  readonly note: string
  /** Its app passwords are shown in groups, between which the spaces do not count. */
  readonly hasSpacedPasswords?: true
  /** The user name is the part of the address before the `@`. */
  readonly isUserLocalPart?: true
  /** A page or program that takes `to`, `subject` and `body`; `mailto:` where it is left out. */
  readonly composeUrl?: string
  /** A search of their pages by message id; `{user}` stands for the address. */
  readonly search?: { readonly page: string; readonly operator: string }
}

/** Those who keep most mailboxes, the best known first. */
export const mailProviders: readonly MailProvider[] = [
  {
    name: 'Gmail',
    host: 'imap.gmail.com',
    hosts: /(^|\.)(gmail|googlemail)\.com$/,
    domains: /^(gmail|googlemail)\.com$/,
    exchangers: /(^|\.)(google|googlemail)\.com$/,
    needs: 'app-password',
    appPasswordUrl: 'https://myaccount.google.com/apppasswords',
    note: 'App passwords need 2-Step Verification. IMAP is always on.',
    hasSpacedPasswords: true,
    composeUrl: 'https://mail.google.com/mail/?view=cm&fs=1',
    search: {
      page: 'https://mail.google.com/mail/?authuser={user}#search/',
      operator: 'rfc822msgid',
    },
  },
  {
    name: 'Outlook',
    host: 'outlook.office365.com',
    hosts: /(^|\.)(outlook|hotmail|live)\.com$|^outlook\.office(365)?\.com$/,
    domains: /^(outlook|hotmail|live|msn)\.[a-z]{2,3}(\.[a-z]{2})?$/,
    exchangers: /\.protection\.outlook\.com$/,
    needs: 'oauth',
    appPasswordUrl: 'https://account.live.com/proofs/AppPassword',
    note: 'Personal accounts no longer take app passwords; some organisations still allow them.',
    composeUrl: 'https://outlook.live.com/mail/0/deeplink/compose',
  },
  {
    name: 'Yahoo',
    host: 'imap.mail.yahoo.com',
    hosts: /(^|\.)mail\.yahoo\.com$/,
    domains: /^(yahoo\.[a-z]{2,3}(\.[a-z]{2})?|ymail\.com|rocketmail\.com)$/,
    exchangers: /\.am0\.yahoodns\.net$/,
    needs: 'app-password',
    appPasswordUrl: 'https://login.yahoo.com/account/security',
    note: 'App passwords are under "Account security".',
    hasSpacedPasswords: true,
    composeUrl: 'https://compose.mail.yahoo.com/',
  },
  {
    name: 'iCloud',
    host: 'imap.mail.me.com',
    hosts: /(^|\.)mail\.me\.com$/,
    domains: /^(icloud|me|mac)\.com$/,
    exchangers: /\.mail\.icloud\.com$/,
    needs: 'app-password',
    appPasswordUrl: 'https://account.apple.com/account/manage',
    note: 'The user is the part of the address before "@icloud.com".',
    isUserLocalPart: true,
  },
  {
    name: 'Fastmail',
    host: 'imap.fastmail.com',
    hosts: /(^|\.)fastmail\.com$/,
    domains: /^fastmail\.(com|fm|[a-z]{2,3})$/,
    exchangers: /\.messagingengine\.com$/,
    needs: 'app-password',
    appPasswordUrl: 'https://app.fastmail.com/settings/security',
    note: 'Give the app password access to mail (IMAP).',
    composeUrl: 'https://app.fastmail.com/mail/compose',
    search: { page: 'https://app.fastmail.com/mail/search:', operator: 'msgid' },
  },
  {
    name: 'AOL',
    host: 'imap.aol.com',
    hosts: /(^|\.)imap\.aol\.com$/,
    domains: /^(aol\.(com|[a-z]{2})|aim\.com)$/,
    needs: 'app-password',
    appPasswordUrl: 'https://login.aol.com/account/security',
    note: 'App passwords are under "Account security".',
    hasSpacedPasswords: true,
  },
  {
    name: 'GMX',
    host: 'imap.gmx.net',
    hosts: /(^|\.)gmx\.net$/,
    domains: /^gmx\.(de|net|at|ch|li|eu)$/,
    needs: 'password',
    appPasswordUrl: null,
    note: 'Allow IMAP in the settings of GMX Mail first, under "POP3 & IMAP".',
  },
  {
    name: 'GMX.com',
    host: 'imap.gmx.com',
    hosts: /(^|\.)gmx\.com$/,
    domains: /^gmx\.(com|us|co\.uk|fr|es|it)$/,
    needs: 'password',
    appPasswordUrl: null,
    note: 'Allow IMAP in the settings of GMX Mail first, under "POP3 & IMAP".',
  },
  {
    name: 'WEB.DE',
    host: 'imap.web.de',
    hosts: /(^|\.)web\.de$/,
    domains: /^(web|email)\.de$/,
    needs: 'password',
    appPasswordUrl: null,
    note: 'Allow IMAP in the settings of WEB.DE first, under "POP3/IMAP".',
  },
  {
    name: 'Posteo',
    host: 'posteo.de',
    hosts: /(^|\.)posteo\.de$/,
    domains: /^posteo\.[a-z]{2,3}$/,
    needs: 'password',
    appPasswordUrl: null,
    note: 'It is the password of your Posteo account.',
  },
  {
    name: 'mailbox.org',
    host: 'imap.mailbox.org',
    hosts: /(^|\.)mailbox\.org$/,
    domains: /^mailbox\.org$/,
    exchangers: /\.mailbox\.org$/,
    needs: 'password',
    appPasswordUrl: null,
    note: 'With two-factor sign-in it takes an app password of the security settings.',
  },
  {
    name: 'Proton',
    host: '127.0.0.1',
    port: 1143,
    security: 'starttls',
    hosts: /^$/,
    domains: /^(proton\.me|protonmail\.(com|ch)|pm\.me)$/,
    exchangers: /\.protonmail\.ch$/,
    needs: 'bridge',
    appPasswordUrl: 'https://proton.me/mail/bridge',
    note: 'Proton is read through its Bridge on this computer, with the password that the Bridge shows.',
  },
  {
    name: 'Zoho',
    host: 'imap.zoho.com',
    ownDomainHost: 'imappro.zoho.com',
    hosts: /(^|\.)zoho\.(com|eu|in)$/,
    domains: /^(zoho|zohomail)\.com$/,
    exchangers: /(^|\.)zoho\.com$/,
    needs: 'app-password',
    appPasswordUrl: 'https://accounts.zoho.com/home#security/app_password',
    note: 'Allow IMAP in the settings of Zoho Mail first.',
  },
  {
    name: 'Yandex',
    host: 'imap.yandex.com',
    hosts: /(^|\.)yandex\.(com|ru)$/,
    domains: /^(yandex\.(com|ru|by|kz|ua|com\.tr)|ya\.ru)$/,
    exchangers: /(^|\.)yandex\.(net|ru)$/,
    needs: 'app-password',
    appPasswordUrl: 'https://id.yandex.com/security/app-passwords',
    note: 'Allow IMAP in the settings of Yandex Mail first, under "Email clients".',
  },
  {
    name: 'T-Online',
    host: 'secureimap.t-online.de',
    hosts: /(^|\.)t-online\.de$/,
    domains: /^(t-online|magenta)\.de$/,
    needs: 'app-password',
    appPasswordUrl: null,
    note: 'It takes the password for mail programs, which you set in the settings of your Telekom login.',
  },
  {
    name: 'IONOS',
    host: 'imap.ionos.de',
    hosts: /(^|\.)(ionos\.(de|com)|1und1\.de)$/,
    domains: /^(online|onlinehome)\.de$/,
    exchangers: /(^|\.)(kundenserver\.de|ionos\.de)$/,
    needs: 'password',
    appPasswordUrl: null,
    note: 'It is the password of the mailbox, not that of the customer account.',
  },
  {
    name: 'Strato',
    host: 'imap.strato.de',
    hosts: /(^|\.)strato\.(de|com)$/,
    domains: /^strato\.de$/,
    exchangers: /\.rzone\.de$/,
    needs: 'password',
    appPasswordUrl: null,
    note: 'It is the password of the mailbox, not that of the customer account.',
  },
  {
    name: 'OVH',
    host: 'ssl0.ovh.net',
    hosts: /(^|\.)ovh\.net$/,
    domains: /^ovh\.(net|com)$/,
    exchangers: /(^|\.)ovh\.net$/,
    needs: 'password',
    appPasswordUrl: null,
    note: 'It is the password of the mailbox, not that of the customer account.',
  },
  {
    name: 'Gandi',
    host: 'mail.gandi.net',
    hosts: /(^|\.)mail\.gandi\.net$/,
    domains: /^gandi\.net$/,
    exchangers: /\.mail\.gandi\.net$/,
    needs: 'password',
    appPasswordUrl: null,
    note: 'It is the password of the mailbox, not that of the customer account.',
  },
  {
    name: 'Infomaniak',
    host: 'mail.infomaniak.com',
    hosts: /(^|\.)infomaniak\.(com|ch)$/,
    domains: /^(ik\.me|ikmail\.com|etik\.com)$/,
    exchangers: /\.infomaniak\.ch$/,
    needs: 'app-password',
    appPasswordUrl: null,
    note: 'Passwords for mail programs are made in the settings of the mailbox.',
  },
  {
    name: 'Migadu',
    host: 'imap.migadu.com',
    hosts: /(^|\.)migadu\.com$/,
    domains: /^migadu\.com$/,
    exchangers: /\.migadu\.com$/,
    needs: 'password',
    appPasswordUrl: null,
    note: 'It is the password of the mailbox.',
  },
  {
    name: 'Orange',
    host: 'imap.orange.fr',
    hosts: /(^|\.)orange\.fr$/,
    domains: /^(orange|wanadoo)\.fr$/,
    needs: 'password',
    appPasswordUrl: null,
    note: 'It is the password of your Orange mailbox.',
  },
  {
    name: 'Free',
    host: 'imap.free.fr',
    hosts: /(^|\.)free\.fr$/,
    domains: /^free\.fr$/,
    needs: 'password',
    appPasswordUrl: null,
    note: 'It is the password of your Free mailbox.',
  },
  {
    name: 'Libero',
    host: 'imapmail.libero.it',
    hosts: /(^|\.)libero\.it$/,
    domains: /^(libero|iol|inwind|blu|giallo)\.it$/,
    needs: 'app-password',
    appPasswordUrl: null,
    note: 'Mail programs take a password of their own, which Libero makes under "Password per app".',
  },
  {
    name: 'Comcast',
    host: 'imap.comcast.net',
    hosts: /(^|\.)comcast\.net$/,
    domains: /^comcast\.net$/,
    needs: 'password',
    appPasswordUrl: null,
    note: 'Allow "Third Party Access" in the security settings of Xfinity Mail first.',
  },
  {
    name: 'Mailfence',
    host: 'imap.mailfence.com',
    hosts: /(^|\.)mailfence\.com$/,
    domains: /^mailfence\.com$/,
    exchangers: /\.mailfence\.com$/,
    needs: 'password',
    appPasswordUrl: null,
    note: 'IMAP is part of the paid plans.',
  },
]
