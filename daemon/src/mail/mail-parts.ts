import type { Background } from '../platform/background.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import type { FileSystem } from '../platform/storage/file-system.ts'
import type { AnalysisPace } from './analysis-pace.ts'
import type {
  Analyze,
  Appointments,
  FetchedMail,
  Mailbox,
  MailboxHealth,
  ReadMessage,
} from './ports.ts'
import type { MailRecords } from './store/mail-records.ts'

/** What the mail assistant is made of. */
export interface MailParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  /** What is stored of mailboxes; stays open. */
  readonly records: MailRecords
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  readonly now: () => Date
  readonly clock: Clock
  readonly background: Background
  readonly realtime: Pick<Realtime, 'publish'>
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly appointments: Appointments
  readonly analyze: Analyze
  /** Whether a language model is chosen or found; it may be away all the same. */
  readonly hasModel: () => boolean
  /** How many analyses run at once; told when the model asks for fewer. */
  readonly pace: AnalysisPace
  /** Turns what the mailbox hands over into what a mail says; closed together with the assistant. */
  readonly reader: { read(mail: FetchedMail): Promise<ReadMessage>; close(): Promise<void> | void }
  /** Mails will be read and analysed soon: makes ready in the background what that takes. */
  readonly warmUp?: () => void
  /** The address of this server, without a path. */
  readonly ownUrl: () => string
  /** IANA name of the zone that times without one are read in. */
  readonly userZone: string
  /** The account that the configured mailbox belongs to; undefined while there is none. */
  readonly ownerId: () => Promise<string | undefined>
  /** Opens the configured mailbox without contacting it; undefined where none is configured. */
  readonly openConfigured: (() => Mailbox) | undefined
  /** Opens the sample mailbox, its dates shifted to `anchor`. */
  readonly openSample: (settings: {
    readonly anchor: Date
    readonly userId: string
  }) => Promise<Mailbox>
  /** Accounts without another mailbox begin with the sample one. */
  readonly startsWithSample: boolean
  /** What an account without any mailbox is told. */
  readonly noMailbox: MailboxHealth
  /** Random and unique; UUIDs unless told otherwise. */
  readonly randomId?: () => string
  readonly fs?: FileSystem
}
