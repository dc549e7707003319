import { describe, expect, it } from 'vitest'
import { findProvider, imapHost, webLink } from './providers.ts'

describe('findProvider', () => {
  it.each([
    ['ada@gmail.com', 'Gmail', 'imap.gmail.com'],
    ['ada@GoogleMail.com', 'Gmail', 'imap.gmail.com'],
    ['ada@hotmail.co.uk', 'Outlook', 'outlook.office365.com'],
    ['ada@yahoo.fr', 'Yahoo', 'imap.mail.yahoo.com'],
    ['ada@me.com', 'iCloud', 'imap.mail.me.com'],
    ['ada@fastmail.com', 'Fastmail', 'imap.fastmail.com'],
  ])('knows who keeps %s', (user, name, host) => {
    expect(findProvider({ host: undefined, user })?.name).toBe(name)
    expect(imapHost({ host: undefined, user })).toBe(host)
    expect(findProvider({ host, user: 'ada@own-domain.example' })?.name).toBe(name)
  })

  it.each(['ada@notgmail.com', 'ada@gmail.com.example', 'ada', ''])(
    'knows nobody for %s',
    (user) => {
      expect(findProvider({ host: undefined, user })).toBeUndefined()
      expect(imapHost({ host: undefined, user })).toBeUndefined()
    },
  )

  it('believes the host, not the address', () => {
    const place = { host: 'mail.example', user: 'ada@gmail.com' }

    expect(findProvider(place)).toBeUndefined()
    expect(findProvider({ ...place, host: 'imap.gmail.com.example' })).toBeUndefined()
    expect(imapHost(place)).toBe('mail.example')
  })

  it.each([
    [
      'imap.gmail.com',
      'https://mail.google.com/mail/?authuser=ada%40own.example#search/rfc822msgid%3Aa%26b%3D%22c%22%40d',
    ],
    ['imap.fastmail.com', 'https://app.fastmail.com/mail/search:msgid%3Aa%26b%3D%22c%22%40d'],
    // their pages have no address for a message id
    ['outlook.office365.com', ''],
    ['imap.mail.yahoo.com', ''],
    ['imap.mail.me.com', ''],
    ['127.0.0.1', ''],
  ])('links to a mail of %s by its message id, where its pages can', (host, link) => {
    const place = { host, user: 'ada@own.example' }

    expect(webLink(place, '<a&b="c"@d>')).toBe(link)
    expect(webLink(place, '')).toBe('')
  })
})
