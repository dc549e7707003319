import { existsSync, readFileSync } from 'node:fs'
import { diff, isDeepStrictEqual, parseEnv } from 'node:util'
import { SignUpRule } from '@shortlist/contracts/accounts'
import { DEFAULT_IMAP_PORT, DEFAULT_PORT } from '@shortlist/contracts/limits'
import { z } from 'zod'
import { ConfigError } from './errors.ts'
import { isTimeZone } from './platform/is-time-zone.ts'

/** A number from the text of a variable; `what` names it in the refusal. */
function number(min: number, max: number, what: string) {
  const error = `must be a ${what} from ${min} to ${max}`
  return z.coerce.number(error).min(min, error).max(max, error)
}

function whole(min: number, max: number, what = 'number') {
  return number(min, max, what).int(`must be a ${what} from ${min} to ${max}`)
}

const port = whole(0, 65_535, 'port number')

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })

const origin = httpUrl.transform((text) => new URL(text).origin)

const origins = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
  .pipe(
    z.array(z.string().refine(isOrigin, 'must be a list of origins such as http://localhost:3000')),
  )

const hosts = z.string().transform((text) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((part) => part !== ''),
)

const timeZone = z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin')

/** Every variable that Shortlist reads; `.env.example` documents the same list. */
const Variables = z.object({
  PORT: port.default(DEFAULT_PORT),
  HOST: z.string().min(1).optional(),
  SHORTLIST_DATA_DIR: z.string().min(1).optional(),
  CLIENT_URL: origin.optional(),
  ALLOWED_ORIGINS: origins.default([]),
  SIGNUP: z.enum(SignUpRule.options, { error: 'must be one of open, first, closed' }).optional(),
  OPENAI_BASE_URL: z
    .string()
    .refine(
      (text) => text === 'off' || httpUrl.safeParse(text).success,
      'must be an http:// or https:// address, or "off"',
    )
    .optional(),
  OPENAI_API_KEY: z.string().min(1).optional(),
  CHAT_MODEL: z.string().min(1).optional(),
  SMALL_MODEL: z.string().min(1).optional(),
  VISION_MODEL: z.string().min(1).optional(),
  EMBEDDING_MODEL: z.string().min(1).optional(),
  MODEL_STALL_SECONDS: number(1, 3600, 'number of seconds').default(30),
  IMAP_HOST: z.string().min(1).optional(),
  IMAP_PORT: port.default(DEFAULT_IMAP_PORT),
  IMAP_SECURITY: z
    .enum(['tls', 'starttls', 'none'], { error: 'must be one of tls, starttls, none' })
    .default('tls'),
  IMAP_USER: z.string().min(1).optional(),
  IMAP_APP_PASSWORD: z.string().min(1).optional(),
  IMAP_FOLDER: z.string().min(1).default('INBOX'),
  IMAP_CA_FILE: z.string().min(1).optional(),
  IMAP_ALLOWED_HOSTS: hosts.default([]),
  MAILBOX_FILE: z.string().min(1).optional(),
  MAIL_OWNER_EMAIL: z.string().min(1).optional(),
  MAIL_CONCURRENCY: whole(1, 64).optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_CALENDAR_ID: z.string().min(1).default('primary'),
  GOOGLE_OAUTH_BASE_URL: httpUrl.optional(),
  GOOGLE_API_BASE_URL: httpUrl.optional(),
  EMAIL_COMPOSE_URL: z.url('must be an address that takes to, subject and body').optional(),
  USER_TIME_ZONE: timeZone.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
})

/** The settings of one run, checked; names are the variables'. */
export type Config = z.output<typeof Variables>

/** Variables by name, as text; an empty text counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where settings come from, strongest first. */
export interface ConfigSources {
  readonly flags: Environment
  readonly environment: Environment
  /** Text of the `.env` file, or undefined where there is none. */
  readonly envFile: string | undefined
}

/** Merges flag over environment over `.env` over default; throws `ConfigError` for a bad value. */
export function readConfig({ flags, environment, envFile }: ConfigSources): Config {
  const merged = { ...filled(parseEnv(envFile ?? '')), ...filled(environment), ...filled(flags) }
  const result = Variables.safeParse(merged)
  if (result.success) return result.data
  throw new ConfigError(result.error.issues.map(sentence).join('\n'))
}

/** What every command starts from. */
export interface Settings {
  readonly config: Config
  /** The file that settings were read from, whether or not it exists. */
  readonly envFile: string
  /** What that file sets although nothing reads it. */
  readonly unknown: ReturnType<typeof unknownSettings>
  readonly whereSet: WhereSet
  readonly origins: readonly SettingOrigin[]
}

/** A value that counts, and what says so; a secret is never told. */
export interface SettingOrigin {
  readonly name: string
  /** Null where it is not set. */
  readonly value: string | null
  readonly origin: 'flag' | 'environment' | '.env' | 'default'
}

/** Every variable with its value and where that is from, in the order of the documentation. */
export function originsOf(config: Config, { flags, environment, envFile }: ConfigSources) {
  const layers = [
    ['flag', flags],
    ['environment', environment],
    ['.env', parseEnv(envFile ?? '') as Environment],
  ] as const
  return Object.keys(Variables.shape).map((name): SettingOrigin => {
    const origin = layers.find(([, values]) => values[name])?.[0] ?? 'default'
    const text = String(config[name as keyof Config] ?? '')
    if (text === '') return { name, value: null, origin }
    const isSecret = (secretNames as readonly string[]).includes(name)
    return { name, value: isSecret ? 'set, and not shown' : text, origin }
  })
}

/** Where a variable is set: in the environment, which counts, and in which lines of the `.env` file. */
export type WhereSet = (name: string) => {
  readonly isInEnvironment: boolean
  readonly lines: number[]
}

/** Tells of the environment as it was, and of the file as it is at the time of the call. */
export function whereSet(envFile: string, environment: Environment): WhereSet {
  const inEnvironment = new Set(Object.keys(filled(environment)))
  return (name) => {
    const text = existsSync(envFile) ? readFileSync(envFile, 'utf8') : ''
    return { isInEnvironment: inEnvironment.has(name), lines: linesOf(text, name) }
  }
}

/**
 * The lines of an `.env` file that set a variable, from 1. None where they cannot be told apart from
 * others, as in a text of several lines.
 */
export function linesOf(envFile: string, name: string): number[] {
  const lines = envFile.split('\n')
  const isOwn = (line: string) => line.match(ASSIGNMENT)?.[1] === name
  const { [name]: value, ...others } = parseEnv(envFile)
  if (value === undefined) return []
  const left = parseEnv(lines.filter((line) => !isOwn(line)).join('\n'))
  if (!isDeepStrictEqual({ ...left }, others)) return []
  return lines.flatMap((line, at) => (isOwn(line) ? [at + 1] : []))
}

const ASSIGNMENT = /^\s*(?:export\s+)?([\w.-]+)\s*=/

/** What an `.env` file sets although Shortlist does not read it, and what was perhaps meant. */
export function unknownSettings(envFile: string | undefined) {
  const known = Object.keys(Variables.shape)
  return Object.keys(parseEnv(envFile ?? ''))
    .filter((name) => !known.includes(name))
    .map((name) => {
      const likeness = (other: string) => {
        // of two equal texts it tells nothing
        const inCommon = diff(`${name.toUpperCase()} `, other).filter(([change]) => change === 0)
        return (2 * inCommon.length) / (name.length + other.length)
      }
      const [best] = known.toSorted((a, b) => likeness(b) - likeness(a))
      return { name, similar: best && likeness(best) > LIKE ? best : undefined }
    })
}

/** How much of two names must agree, from 0 to 1, so that one may be a slip of the other. */
const LIKE = 0.6

/** Variables that open something; programs that Shortlist starts are not handed them. */
const secretNames = ['OPENAI_API_KEY', 'IMAP_APP_PASSWORD', 'GOOGLE_CLIENT_SECRET'] as const

/** The process's own variables, once: secrets are taken out of it. Nothing else reads them. */
export function takeEnvironment(): Environment {
  const environment = { ...process.env }
  for (const name of secretNames) delete process.env[name]
  return environment
}

function filled(values: Environment): Record<string, string> {
  const names = Object.keys(Variables.shape)
  return Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
}

function sentence({ path, message }: z.core.$ZodIssue): string {
  return `${String(path[0])} ${message}.`
}

function isOrigin(text: string): boolean {
  if (/^(chrome|moz)-extension:\/\/[\w-]+$/.test(text)) return true
  return URL.canParse(text) && new URL(text).origin === text
}
