import { readFileSync } from 'node:fs'
import { MailboxForm } from '@shortlist/contracts/settings'
import type { AccountStore } from '../accounts/account-store.ts'
import { normalizeEmail } from '../accounts/sign-in.ts'
import type { Config, Settings } from '../env.ts'
import { ConfigError } from '../errors.ts'
import { type Named, openNamedMailboxes } from '../mail/connect/named-mailbox.ts'
import { openOwnMailboxes } from '../mail/connect/own-mailboxes.ts'
import { findProvider, imapHost } from '../mail/mailbox/providers.ts'
import type { Mailbox, MailboxHealth } from '../mail/ports.ts'
import { systemNames } from '../platform/egress/reach.ts'
import type { Log } from '../platform/log.ts'
import { secretBox } from '../platform/secret-box.ts'
import type { DomainParts } from './open-stores.ts'

/**
 * How the configured mailbox is opened, which contacts nobody; undefined where none is configured.
 * Throws `ConfigError` where a setting is missing or cannot be used.
 */
export async function configuredMailbox(
  config: Config,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<(() => Mailbox) | undefined> {
  const { MAILBOX_FILE: path, IMAP_USER: user, IMAP_APP_PASSWORD: appPassword } = config
  if (path !== undefined) {
    const composeUrl = config.EMAIL_COMPOSE_URL ?? 'mailto:'
    const { createFilesMailbox } = await import('../mail/files/files-mailbox.ts')
    return () => createFilesMailbox({ path, composeUrl })
  }
  if (user === undefined || appPassword === undefined) return undefined
  const host = imapHost({ host: config.IMAP_HOST, user })
  if (host === undefined) {
    const sentence = 'IMAP_HOST must be set: the provider of IMAP_USER is not known.'
    throw new ConfigError(sentence)
  }
  const settings = {
    host,
    port: config.IMAP_PORT,
    security: config.IMAP_SECURITY,
    user,
    appPassword,
    folder: config.IMAP_FOLDER,
    ca: readCertificate(config.IMAP_CA_FILE),
    composeUrl: config.EMAIL_COMPOSE_URL,
  }
  const { createImapMailbox } = await import('../mail/mailbox/imap-mailbox.ts')
  return () => createImapMailbox(settings, { log })
}

/** The variables that say where the mailbox of the environment lies, as a form names it. */
const imapVariables = [
  'IMAP_HOST',
  'IMAP_PORT',
  'IMAP_SECURITY',
  'IMAP_USER',
  'IMAP_APP_PASSWORD',
  'IMAP_FOLDER',
] as const

/** The mailbox that the environment names, and where it does; undefined where it names none. */
function namedMailbox({
  config,
  envFile,
  whereSet,
}: Pick<Settings, 'config' | 'envFile' | 'whereSet'>): Named | undefined {
  const { MAILBOX_FILE: path, IMAP_USER: user, IMAP_APP_PASSWORD: password } = config
  if (path === undefined && (user === undefined || password === undefined)) return undefined
  const names = path === undefined ? imapVariables : (['MAILBOX_FILE'] as const)
  return {
    form: path === undefined ? formOf(config) : null,
    variables() {
      const variables = names.flatMap((name) => {
        // what was set at the start counts until the next one; its lines may have moved
        const { isInEnvironment, lines } = whereSet(name)
        if (!isInEnvironment && lines.length === 0) return []
        const value = name === 'IMAP_APP_PASSWORD' ? null : String(config[name])
        return [{ name, value, isInEnvironment, lines }]
      })
      return { file: envFile, variables }
    },
  }
}

/** Null for what only the environment can name. */
function formOf(config: Config): MailboxForm | null {
  const { IMAP_USER: user = '', IMAP_SECURITY: security } = config
  const host = imapHost({ host: config.IMAP_HOST, user })
  const form = MailboxForm.safeParse({
    address: user.includes('@') ? user : `${user}@${host}`,
    host,
    port: config.IMAP_PORT,
    security,
    user,
    folder: config.IMAP_FOLDER,
    password: config.IMAP_APP_PASSWORD,
  })
  return form.data ?? null
}

/** The mailboxes that accounts have connected, that of the environment, and which of them counts. */
export async function openMailboxes(
  parts: Pick<Settings, 'config' | 'envFile' | 'whereSet'> &
    Pick<DomainParts, 'folders' | 'report' | 'stores'> & { readonly log: Pick<Log, 'warn'> },
) {
  const { config, folders, report, stores, log } = parts
  const rules = mailboxRules(config, stores.accounts)
  const { mayUseOwnNetwork } = rules
  const names = systemNames()
  const ca = readCertificate(config.IMAP_CA_FILE)
  const now = () => new Date()
  const named = await openNamedMailboxes({
    folder: folders.data,
    report,
    named: namedMailbox(parts),
    now,
  })
  const own = await openOwnMailboxes({
    folder: folders.data,
    box: secretBox(folders.config),
    report,
    names,
    mayUseOwnNetwork,
    ca,
    composeUrl: config.EMAIL_COMPOSE_URL,
    log,
  })
  return { ...rules, names, ca, named, own, now }
}

/** Who may connect which mailbox, and what the settings say already. */
function mailboxRules(config: Config, accounts: Pick<AccountStore, 'byEmail' | 'first'>) {
  const { MAIL_OWNER_EMAIL: email, MAILBOX_FILE: file, IMAP_USER, IMAP_APP_PASSWORD } = config
  const isConfigured = IMAP_USER !== undefined && IMAP_APP_PASSWORD !== undefined
  const variable = file === undefined ? 'IMAP_USER' : 'MAILBOX_FILE'

  async function ownerId(): Promise<string | undefined> {
    const owner = email ? accounts.byEmail(normalizeEmail(email)) : accounts.first()
    return (await owner)?.id
  }

  return {
    /** The account that the configured mailbox belongs to; undefined while there is none. */
    ownerId,
    /** The variable that names the mailbox of an account; null where none does. */
    async setBy(userId: string): Promise<string | null> {
      if (file === undefined && !isConfigured) return null
      return (await ownerId()) === userId ? variable : null
    },
    /** For whoever set this computer up, as long as nobody else can reach it; listed hosts for all. */
    async mayUseOwnNetwork(userId: string, host: string): Promise<boolean> {
      if (config.IMAP_ALLOWED_HOSTS.includes(host)) return true
      return config.HOST === undefined && (await accounts.first())?.id === userId
    },
  }
}

/** What an account without a mailbox is told; a provider that is half configured is named. */
export function noMailbox(config: Config): MailboxHealth {
  const provider = findProvider({ host: config.IMAP_HOST, user: config.IMAP_USER ?? '' })
  return {
    kind: 'none',
    state: 'not-configured',
    label: '',
    provider: provider?.name ?? null,
    appPasswordUrl: provider?.appPasswordUrl ?? null,
    retryAt: null,
    canSaveDrafts: false,
    composeUrl: config.EMAIL_COMPOSE_URL ?? 'mailto:',
    error: 'IMAP credentials not configured',
  }
}

/** The authority that the settings name, as PEM text. Throws `ConfigError`. */
function readCertificate(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new ConfigError(`IMAP_CA_FILE ${path} cannot be read.`, { cause })
  }
}
