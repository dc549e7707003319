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
