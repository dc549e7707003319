import { mailProviders } from '@shortlist/contracts/mail-providers'
import type {
  MailboxForm,
  MailboxTest,
  NamedMailbox,
  OwnMailbox,
  PinnedCertificate,
  Settings,
  SettingsSection,
} from '@shortlist/contracts/settings'
import { CallFailed } from '../call-failed.ts'
import type { AccountSettings } from '../settings.ts'
import { type MemoryGoogleParts, memoryGoogle } from './memory-google.ts'
import { type MemoryMachineParts, memoryMachine } from './memory-machine.ts'
import type { MemoryMail } from './memory-mail.ts'

interface MemorySettingParts
  extends Pick<MemoryMachineParts, 'engine'>,
    Pick<MemoryGoogleParts, 'calendar'> {
  readonly mail: MemoryMail
  /** Why no mailbox can be connected here; null where one can. */
  readonly refusal: string | null
  /** The variable that names the mailbox; null where none does. */
  readonly setBy: string | null
  /** The variable that names the model; null where none does. */
  readonly modelSetBy: string | null
  /** The variables that name the Google client; null where none do. */
  readonly googleSetBy: string | null
  /** Hears that there is another Google client, or none any more. */
  readonly onGoogle: () => void
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Hears what is another one. */
  readonly onChange: (section: SettingsSection) => void
}

/** The folders of every mailbox in memory. */
const folders = ['INBOX', 'Drafts', 'Sent']

/** What the environment names, where it does. */
const environment: MailboxForm = {
  address: 'ada@example.com',
  host: 'imap.example.com',
  port: 993,
  security: 'tls',
  user: 'ada@example.com',
  folder: 'INBOX',
  password: 'from the environment',
}

/** A server in memory whose certificate nobody vouches for. */
export const OWN_CERTIFICATE = {
  host: 'bridge.home',
  pin: { sha256: Array(32).fill('3F').join(':'), der: 'AAAA' },
} as const

/** What a server in memory refuses. */
export const WRONG_PASSWORD = 'wrong password'

/** The settings of one account in memory; its mailbox takes any password but `WRONG_PASSWORD`. */
export function memorySettings(parts: MemorySettingParts): AccountSettings {
  const { mail, refusal, setBy, now, onChange } = parts
  let mailByModel = parts.modelSetBy !== null
  let isAsked = mailByModel || refusal !== null
  let own: OwnMailbox | null = null

  function settings(): Settings {
    const origin = setBy !== null ? 'environment' : own ? 'own' : 'none'
    const canConfigure = refusal === null && setBy === null
    const mailbox = { origin, setBy, canConfigure, own, named: named(), gone: null } as const
    return { mailbox, mailByModel, modelQuestion: isAsked ? null : modelQuestion() }
  }

  /** Once a mailbox was connected that holds mails. */
  function modelQuestion(): Settings['modelQuestion'] {
    const { model } = parts.engine
    const mails = mail.status.emails.length
    return own && model !== null && mails > 0 ? { mails, model, place: 'computer' } : null
  }

  function named(): NamedMailbox | null {
    if (setBy === null) return null
    const variable = { name: setBy, value: environment.user, isInEnvironment: false, lines: [3] }
    const secret = { name: 'IMAP_APP_PASSWORD', value: null, isInEnvironment: true, lines: [] }
    return {
      variables: [variable, secret],
      file: '/home/ada/.env',
      canTakeOver: setBy === 'IMAP_USER',
      isStored: own !== null,
    }
  }

  function check(): void {
    if (refusal !== null) throw new CallFailed(403, refusal)
    if (setBy !== null)
      throw new CallFailed(409, 'The environment of this computer names your mailbox.')
  }

  function test(form: MailboxForm): MailboxTest {
    check()
    return tested(form)
  }

  function change(mailbox: OwnMailbox | null): Settings {
    check()
    if (!own && !mailbox) throw new CallFailed(404, 'You have not connected a mailbox.')
    own = mailbox
    mail.use(own)
    onChange('mailbox')
    return settings()
  }

  function stored({ password: _, ...place }: MailboxForm): OwnMailbox {
    const savedAt = new Date(now()).toISOString()
    return { ...place, hasSecret: true, isPaused: false, savedAt }
  }

  const rest = (isPaused: boolean) => change(own && { ...own, isPaused })

  return {
    ...memoryMachine({ ...parts, setBy: parts.modelSetBy, onChange: () => onChange('model') }),
    ...memoryGoogle({ ...parts, setBy: parts.googleSetBy, onChange: parts.onGoogle }),
    read: async () => settings(),
    async allowModel(isAllowed) {
      if (refusal !== null) throw new CallFailed(403, refusal)
      mailByModel = isAllowed
      isAsked = true
      onChange('model')
      return settings()
    },
    async lookUpMailbox(address, ask) {
      const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
      const known = mailProviders.find(({ domains }) => domains.test(domain))
      return {
        provider: known?.name ?? null,
        host: known?.host ?? (ask === undefined ? null : `imap.${ask}`),
        port: known?.port ?? 993,
        security: known?.security ?? 'tls',
        user: address,
        needs: known?.needs ?? 'password',
        found: known ? 'table' : ask === undefined ? 'nowhere' : 'autoconfig',
        passwordUrl: known?.appPasswordUrl ?? null,
        note: known?.note ?? '',
      }
    },
    testMailbox: async (form) => test(form),
    async connectMailbox(form) {
      const result = test(form)
      if (result.isGood) change(stored(form))
      return { test: result, settings: settings() }
    },
    async takeOverMailbox() {
      if (refusal !== null) throw new CallFailed(403, refusal)
      if (setBy === null) throw new CallFailed(404, 'The environment names no mailbox of yours.')
      own = stored(environment)
      onChange('mailbox')
      return { test: tested(environment), settings: settings() }
    },
    pauseMailbox: async () => rest(true),
    resumeMailbox: async () => rest(false),
    removeMailbox: async () => change(null),
  }
}

function tested(form: MailboxForm): MailboxTest {
  const { host, port, user, folder, password, pin } = form
  if (host === OWN_CERTIFICATE.host && !pin) return stoppedAt(form, OWN_CERTIFICATE.pin)
  const isSignedIn = password !== WRONG_PASSWORD
  const hasFolder = folders.includes(folder)
  const good = (detail: string) => ({ state: 'good', detail, hint: null, ms: 12 }) as const
  const bad = (detail: string, hint: string) => ({ state: 'bad', detail, hint, ms: 12 }) as const
  const untried = { state: 'not-tried', detail: '', hint: null, ms: null } as const
  return {
    isGood: isSignedIn && hasFolder,
    folders: isSignedIn ? folders : [],
    certificate: null,
    steps: [
      { step: 'name', ...good(`${host} has one address`) },
      { step: 'reach', ...good(`port ${port} answers`) },
      { step: 'tls', ...good(`TLS 1.3; certificate of ${host}, valid until 11 Jan 2027`) },
      {
        step: 'sign-in',
        ...(isSignedIn
          ? good(`signed in as ${user}`)
          : bad(
              'The server says: "Authentication failed."',
              'Check the user name and the app password.',
            )),
      },
      {
        step: 'folder',
        ...(!isSignedIn
          ? untried
          : hasFolder
            ? good(`${folder}: 2 mails; drafts go to Drafts`)
            : bad(`There is no folder "${folder}".`, 'Choose one that the mailbox has.')),
      },
    ],
  }
}

/** A test that has found a certificate which nobody vouches for. */
function stoppedAt({ host, port }: MailboxForm, certificate: PinnedCertificate): MailboxTest {
  const good = (detail: string) => ({ state: 'good', detail, hint: null, ms: 12 }) as const
  const untried = { state: 'not-tried', detail: '', hint: null, ms: null } as const
  const detail = `The server has a certificate of its own, SHA-256 ${certificate.sha256}.`
  return {
    isGood: false,
    folders: [],
    certificate,
    steps: [
      { step: 'name', ...good(`${host} has one address`) },
      { step: 'reach', ...good(`port ${port} answers`) },
      { step: 'tls', state: 'bad', detail, hint: null, ms: 12 },
      { step: 'sign-in', ...untried },
      { step: 'folder', ...untried },
    ],
  }
}
