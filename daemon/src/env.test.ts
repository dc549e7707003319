import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { linesOf, readConfig, unknownSettings } from './env.ts'
import { ConfigError } from './errors.ts'

const nothing = { flags: {}, environment: {}, envFile: undefined }

describe('readConfig', () => {
  it('has a default for everything that is needed', () => {
    expect(readConfig(nothing)).toMatchObject({
      PORT: 4000,
      ALLOWED_ORIGINS: [],
      MODEL_STALL_SECONDS: 30,
      IMAP_PORT: 993,
      IMAP_SECURITY: 'tls',
      IMAP_FOLDER: 'INBOX',
      GOOGLE_CALENDAR_ID: 'primary',
      LOG_LEVEL: 'info',
    })
  })

  it('lets a flag win over the environment, and the environment over the file', () => {
    const envFile = 'PORT=1\nCHAT_MODEL=file\nSMALL_MODEL=file'
    const environment = { PORT: '2', CHAT_MODEL: 'environment' }
    const flags = { PORT: '3' }

    expect(readConfig({ flags, environment, envFile })).toMatchObject({
      PORT: 3,
      CHAT_MODEL: 'environment',
      SMALL_MODEL: 'file',
    })
  })

  it('takes an empty text as not set', () => {
    expect(readConfig({ ...nothing, environment: { PORT: '' } }).PORT).toBe(4000)
  })

  it.each([
    ['SIGNUP', 'perhaps', 'SIGNUP must be one of open, first, closed.'],
    ['PORT', 'lots', 'PORT must be a port number from 0 to 65535.'],
    ['PORT', '70000', 'PORT must be a port number from 0 to 65535.'],
    ['CLIENT_URL', 'localhost', 'CLIENT_URL must be an http:// or https:// address.'],
    [
      'ALLOWED_ORIGINS',
      'http://localhost:3000/path',
      'ALLOWED_ORIGINS must be a list of origins such as http://localhost:3000.',
    ],
    [
      'OPENAI_BASE_URL',
      'ftp://models',
      'OPENAI_BASE_URL must be an http:// or https:// address, or "off".',
    ],
    [
      'MODEL_STALL_SECONDS',
      'soon',
      'MODEL_STALL_SECONDS must be a number of seconds from 1 to 3600.',
    ],
    ['IMAP_PORT', 'imap', 'IMAP_PORT must be a port number from 0 to 65535.'],
    ['IMAP_SECURITY', 'ssl', 'IMAP_SECURITY must be one of tls, starttls, none.'],
    ['MAIL_CONCURRENCY', '0', 'MAIL_CONCURRENCY must be a number from 1 to 64.'],
    [
      'EMAIL_COMPOSE_URL',
      'compose',
      'EMAIL_COMPOSE_URL must be an address that takes to, subject and body.',
    ],
    ['USER_TIME_ZONE', 'Mars/Base', 'USER_TIME_ZONE must be a time zone such as Europe/Berlin.'],
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    ],
  ])('refuses %s=%s in a sentence that names it', (name, value, sentence) => {
    const read = () => readConfig({ ...nothing, environment: { [name]: value } })

    expect(read).toThrow(new ConfigError(sentence))
  })

  it('keeps only the origin of CLIENT_URL and reads lists of origins', () => {
    const environment = {
      CLIENT_URL: 'http://localhost:3000/app',
      ALLOWED_ORIGINS: 'http://localhost:5173, chrome-extension://abc',
    }

    expect(readConfig({ ...nothing, environment })).toMatchObject({
      CLIENT_URL: 'http://localhost:3000',
      ALLOWED_ORIGINS: ['http://localhost:5173', 'chrome-extension://abc'],
    })
  })

  it('documents every variable in .env.example, and nothing else', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
    const documented = [...example.matchAll(/^#?\s?([A-Z_]+)=/gm)].map(([, name]) => name)
    const all = Object.fromEntries(documented.map((name) => [name, '']))

    expect(documented).toEqual([
      'PORT',
      'HOST',
      'SHORTLIST_DATA_DIR',
      'CLIENT_URL',
      'ALLOWED_ORIGINS',
      'SIGNUP',
      'OPENAI_BASE_URL',
      'OPENAI_API_KEY',
      'CHAT_MODEL',
      'SMALL_MODEL',
      'VISION_MODEL',
      'EMBEDDING_MODEL',
      'MODEL_STALL_SECONDS',
      'IMAP_HOST',
      'IMAP_PORT',
      'IMAP_SECURITY',
      'IMAP_USER',
      'IMAP_APP_PASSWORD',
      'IMAP_FOLDER',
      'IMAP_CA_FILE',
      'MAIL_OWNER_EMAIL',
      'IMAP_ALLOWED_HOSTS',
      'MAILBOX_FILE',
      'MAIL_CONCURRENCY',
      'GOOGLE_CLIENT_ID',
      'GOOGLE_CLIENT_SECRET',
      'GOOGLE_CALENDAR_ID',
      'GOOGLE_OAUTH_BASE_URL',
      'GOOGLE_API_BASE_URL',
      'EMAIL_COMPOSE_URL',
      'USER_TIME_ZONE',
      'LOG_LEVEL',
    ])
    expect(() => readConfig({ ...nothing, environment: all })).not.toThrow()
  })
})

describe('unknownSettings', () => {
  it.each([
    ['PROT', 'PORT'],
    ['IMAP_PASSWORD', 'IMAP_APP_PASSWORD'],
    ['OPENAI_KEY', 'OPENAI_API_KEY'],
    ['DATA_DIR', 'SHORTLIST_DATA_DIR'],
    ['port', 'PORT'],
    ['COLOUR', undefined],
  ])('names %s, for which %s was perhaps meant', (name, similar) => {
    const envFile = `# PROT=1\nPORT=4000\n${name}=x\n`

    expect(unknownSettings(envFile)).toEqual([{ name, similar }])
  })

  it('has nothing against an example or a missing file', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')

    expect(unknownSettings(example.replace(/^# (?=[A-Z_]+=)/gm, ''))).toEqual([])
    expect(unknownSettings(undefined)).toEqual([])
  })
})

describe('the lines of a settings file that set a variable', () => {
  it('are all of them, as they are counted from one', () => {
    const file = '# IMAP_USER=no\nIMAP_USER=a\n export IMAP_USER = "b"\nXIMAP_USER=c\r\nPORT=1'
    expect(linesOf(file, 'IMAP_USER')).toEqual([2, 3])
    expect(linesOf(file, 'PORT')).toEqual([5])
    expect(linesOf(file, 'IMAP_HOST')).toEqual([])
  })

  it('are not told where deleting them would change another variable', () => {
    const file = 'NOTE="first\nIMAP_USER=x\nlast"\nIMAP_USER=a'
    expect(linesOf(file, 'IMAP_USER')).toEqual([])
  })
})
