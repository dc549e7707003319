import { z } from 'zod'

/** The longest texts of the form, in characters (RFC 5321, 4.5.3.1; RFC 1035, 2.3.4). */
const ADDRESS_MAX = 254
const HOST_MAX = 253
const TEXT_MAX = 256

const Line = z
  .string()
  .max(TEXT_MAX)
  // what a line of IMAP cannot carry
  .regex(/^\P{Cc}*$/u, 'must be one line')
const Host = z
  .string()
  .trim()
  .toLowerCase()
  .max(HOST_MAX)
  .regex(/^[a-z0-9][a-z0-9._-]*$|^[0-9a-f:.]*:[0-9a-f:.]*$/, 'must be the name of a server')
const Address = z
  .string()
  .trim()
  .max(ADDRESS_MAX)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an address such as ada@example.com')

/** How a mailbox is encrypted; `starttls` goes on only once the connection is. */
export const MailSecurity = z.enum(['tls', 'starttls'])

/** A certificate that is trusted for one place although nobody vouches for it; then no other one is. */
export const PinnedCertificate = z
  .object({
    sha256: z.string().regex(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/),
    /** The certificate itself in DER, as base64. */
    der: z.base64().max(16_000),
  })
  .meta({ id: 'PinnedCertificate' })
export type PinnedCertificate = z.infer<typeof PinnedCertificate>

/** Where a mailbox lies and how it is opened, but for its password. */
export const MailboxPlace = z
  .object({
    address: Address,
    host: Host,
    port: z.int().min(1).max(65_535),
    security: MailSecurity,
    user: Line.min(1),
    folder: Line.min(1),
    /** For servers of the own network alone. */
    pin: PinnedCertificate.optional(),
  })
  .meta({ id: 'MailboxPlace' })
export type MailboxPlace = z.infer<typeof MailboxPlace>

/** What a user enters. An empty password stands for the stored one, as long as host, port and user stay. */
export const MailboxForm = MailboxPlace.extend({ password: Line }).meta({ id: 'MailboxForm' })
export type MailboxForm = z.infer<typeof MailboxForm>

/** With `ask`, the domain of the address, that one is asked itself. */
export const MailboxQuestion = z
  .object({ address: Address, ask: z.string().max(HOST_MAX).optional() })
  .meta({ id: 'MailboxQuestion' })
export type MailboxQuestion = z.infer<typeof MailboxQuestion>

/** What is known of whoever keeps the mailbox of an address; a proposal, its server was not contacted. */
export const MailboxGuess = MailboxPlace.pick({ user: true, port: true, security: true })
  .extend({
    /** As users call it; null where nobody is known. */
    provider: z.string().nullable(),
    /** Null where it is not known. */
    host: z.string().nullable(),
    /** What opens the mailbox; `oauth`: no password that could be entered here. */
    needs: z.enum(['app-password', 'password', 'oauth', 'bridge']),
    /**
     * Who says so: our table, Thunderbird's, where the domain's mail goes (MX), the domain in its name
     * servers (RFC 6186), or the domain in a file of its own.
     */
    found: z.enum(['table', 'ispdb', 'mx', 'srv', 'autoconfig', 'nowhere']),
    /** Where the provider makes app passwords; null where it is not known. */
    passwordUrl: z.string().nullable(),
    /** What is particular about it, as a sentence, or empty. */
    note: z.string(),
  })
  .meta({ id: 'MailboxGuess' })
export type MailboxGuess = z.infer<typeof MailboxGuess>

/** One step of a test; the first bad one ends it. */
export const TestStep = z
  .object({
    step: z.enum(['name', 'reach', 'tls', 'sign-in', 'folder']),
    state: z.enum(['good', 'bad', 'not-tried']),
    /** What was found, in one sentence; empty where it was not tried. */
    detail: z.string(),
    /** What can be done about it, or null. */
    hint: z.string().nullable(),
    /** How long it took, in milliseconds; null where it was not tried. */
    ms: z.int().nullable(),
  })
  .meta({ id: 'TestStep' })
export type TestStep = z.infer<typeof TestStep>

export const MailboxTest = z
  .object({
    isGood: z.boolean(),
    steps: z.array(TestStep).length(5),
    /** What the mailbox has; none where nobody could sign in. */
    folders: z.array(z.string()),
    /** What the test has stopped at and can be trusted; null for none. */
    certificate: PinnedCertificate.nullable(),
  })
  .meta({ id: 'MailboxTest' })
export type MailboxTest = z.infer<typeof MailboxTest>

/** The mailbox that an account has connected by itself; its password is never told. */
export const OwnMailbox = MailboxPlace.extend({
  hasSecret: z.boolean(),
  isPaused: z.boolean(),
  /** When its password was entered, ISO 8601. */
  savedAt: z.string(),
}).meta({ id: 'OwnMailbox' })
export type OwnMailbox = z.infer<typeof OwnMailbox>

/** A variable that is set, and where; the environment counts before the file. */
export const SetVariable = z.object({
  name: z.string(),
  /** Null for a secret. */
  value: z.string().nullable(),
  isInEnvironment: z.boolean(),
  /** Its lines in the settings file, from 1; none where it does not stand there. */
  lines: z.array(z.int()),
})
export type SetVariable = z.infer<typeof SetVariable>

/** The mailbox that the environment names. */
export const NamedMailbox = z
  .object({
    variables: z.array(SetVariable),
    /** The settings file that the lines are of. */
    file: z.string(),
    canTakeOver: z.boolean(),
    /** The same mailbox is stored, so that it stays once nothing names it any more. */
    isStored: z.boolean(),
  })
  .meta({ id: 'NamedMailbox' })
export type NamedMailbox = z.infer<typeof NamedMailbox>

/** What an account has set, and where it is from. */
export const Settings = z
  .object({
    mailbox: z.object({
      origin: z.enum(['own', 'environment', 'none']),
      /** The variable that names it; null where none does. */
      setBy: z.string().nullable(),
      /** Whether one can be connected here. */
      canConfigure: z.boolean(),
      /** What is stored; it rests while the environment names one. */
      own: OwnMailbox.nullable(),
      /** Null where the environment names none for the account. */
      named: NamedMailbox.nullable(),
      /** What it has named up to a start, ISO 8601, while the account has none; null for nothing. */
      gone: z.object({ place: MailboxPlace, until: z.string() }).nullable(),
    }),
    /** Mails are analysed by the model that answers chats, else by built-in rules. */
    mailByModel: z.boolean(),
    /** What the user is to be asked, once: whether a model may analyse mails; null for nothing. */
    modelQuestion: z
      .object({
        /** Those that the built-in rules have analysed meanwhile. */
        mails: z.int().min(1),
        model: z.string(),
        /** Where the model runs, as far as its address tells. */
        place: z.enum(['computer', 'network', 'outside']),
      })
      .nullable(),
  })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof Settings>

/** What of the settings differs, as far as a screen shows it in one piece. */
export const SettingsSection = z.enum(['mailbox', 'model'])
export type SettingsSection = z.infer<typeof SettingsSection>

export const SettingsChange = Settings.pick({ mailByModel: true }).meta({ id: 'SettingsChange' })

/** Connecting is a test, and stores the mailbox only where each of its steps is good. */
export const MailboxConnected = z
  .object({ test: MailboxTest, settings: Settings })
  .meta({ id: 'MailboxConnected' })
export type MailboxConnected = z.infer<typeof MailboxConnected>
