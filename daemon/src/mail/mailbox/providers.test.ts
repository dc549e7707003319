import { describe, expect, it } from 'vitest'
import { findProvider, imapHost } from './providers.ts'

describe('findProvider', () => {
  it.each([
    ['ada@gmail.com', 'Gmail', 'imap.gmail.com'],
    ['ada@GoogleMail.com', 'Gmail', 'imap.gmail.com'],
    ['ada@hotmail.co.uk', 'Outlook', 'outlook.office365.com'],
    ['ada@yahoo.fr', 'Yahoo', 'imap.mail.yahoo.com'],
    ['ada@me.com', 'iCloud', 'imap.mail.me.com'],
    ['ada@fastmail.com', 'Fastmail', 'imap.fastmail.com'],
  ])('knows who keeps %s', (user, name, host) => {
    expect(findProvider({ host: undefined, user }).name).toBe(name)
    expect(imapHost({ host: undefined, user })).toBe(host)
    expect(findProvider({ host, user: 'ada@own-domain.example' }).name).toBe(name)
  })

  it.each(['ada@notgmail.com', 'ada@gmail.com.example', 'ada', ''])(
    'knows nobody for %s',
    (user) => {
      expect(findProvider({ host: undefined, user }).name).toBeNull()
      expect(imapHost({ host: undefined, user })).toBeUndefined()
    },
  )

  it('believes the host, not the address', () => {
    const place = { host: 'mail.example', user: 'ada@gmail.com' }

    expect(findProvider(place)).toMatchObject({ name: null, composeUrl: 'mailto:' })
    expect(findProvider({ ...place, host: 'imap.gmail.com.example' }).name).toBeNull()
    expect(imapHost(place)).toBe('mail.example')
  })

  it('links to a mail on Gmail by its message id, and nowhere else', () => {
    const gmail = findProvider({ host: 'imap.gmail.com', user: '' })
    const yahoo = findProvider({ host: 'imap.mail.yahoo.com', user: '' })

    expect(gmail.webLink('<a&b="c"@d>', 'ada@own.example')).toBe(
      'https://mail.google.com/mail/?authuser=ada%40own.example#search/rfc822msgid%3Aa%26b%3D%22c%22%40d',
    )
    expect(gmail.webLink('', 'ada@gmail.com')).toBe('')
    expect(yahoo.webLink('<a@b>', 'ada@yahoo.com')).toBe('')
  })
})
