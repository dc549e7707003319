import { describe, expect, it } from 'vitest'
import { explainFailure } from './imap-failure.ts'

const settings = {
  host: 'mail.example',
  port: 993,
  security: 'tls',
  user: 'ada@mail.example',
  appPassword: 'secret',
  folder: 'INBOX',
  ca: undefined,
  composeUrl: undefined,
} as const

function explain(fields: object) {
  return explainFailure(Object.assign(new Error('Command failed'), fields), settings)
}

describe('explainFailure', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'untrusted', 'The certificate of the mail server has expired.'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'untrusted', /belongs to another host/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted', /IMAP_CA_FILE/],
    ['STARTTLS_INJECTION', 'untrusted', /IMAP_SECURITY/],
    ['ENOTFOUND', 'unreachable', /could not be found/],
    ['EAI_AGAIN', 'unreachable', /could not be found/],
    ['ECONNREFUSED', 'unreachable', /port 993/],
    ['CONNECT_TIMEOUT', 'unreachable', /in time/],
    ['UPGRADE_TIMEOUT', 'unreachable', /in time/],
    ['ETIMEOUT', 'unreachable', /in time/],
    ['EPIPE', 'unreachable', /was lost/],
    ['LiteralTooLarge', 'unreachable', /could not be read/],
    ['LineTooLarge', 'unreachable', /could not be read/],
    ['ParserError11', 'unreachable', /could not be read/],
  ])('says what %s means', (code, state, sentence) => {
    expect(explain({ code })).toMatchObject({ state, sentence: expect.stringMatching(sentence) })
  })

  it('says so of any other network error', () => {
    expect(explain({ code: 'ENETUNREACH', syscall: 'connect' })).toMatchObject({
      code: 'IMAP_NET',
      sentence: 'The mail server could not be reached.',
    })
  })

  it('waits as long as a server wants, and at least a minute', () => {
    expect(explain({ code: 'ETHROTTLE', throttleReset: 92_415 })?.waitMs).toBe(92_415)
    expect(explain({ code: 'ETHROTTLE', throttleReset: 10 })?.waitMs).toBe(60_000)
    expect(explain({ reason: 'Too many connections' })?.waitMs).toBe(60_000)
  })

  it('never shows what the vendor says', () => {
    const failure = explain({ authenticationFailed: true, response: 'user ada@mail.example' })

    expect(failure?.sentence).toBe('The mail server refused the user name or the app password.')
  })

  it('explains no mistake of our own', () => {
    expect(explainFailure(new TypeError('x is not a function'), settings)).toBeNull()
    expect(explainFailure('a text', settings)).toBeNull()
  })
})
