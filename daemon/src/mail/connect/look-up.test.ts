import { mailProviders } from '@shortlist/contracts/mail-providers'
import { describe, expect, it } from 'vitest'
import { lookUp } from './look-up.ts'

interface Zone {
  readonly mx?: readonly string[]
  readonly srv?: readonly { readonly name: string; readonly port: number }[]
}

/** Name servers that know these domains, and what they were asked. */
function zones(known: Readonly<Record<string, Zone>> = {}) {
  const asked: string[] = []
  return {
    asked,
    async exchangers(domain: string) {
      asked.push(domain)
      return known[domain]?.mx ?? []
    },
    async services(name: string) {
      asked.push(name)
      return known[name.replace('_imaps._tcp.', '')]?.srv ?? []
    },
  }
}

const byTable: readonly (readonly [address: string, provider: string, host: string])[] = [
  ['ada@gmail.com', 'Gmail', 'imap.gmail.com'],
  ['ada@googlemail.com', 'Gmail', 'imap.gmail.com'],
  ['ada@outlook.com', 'Outlook', 'outlook.office365.com'],
  ['ada@live.nl', 'Outlook', 'outlook.office365.com'],
  ['ada@yahoo.co.uk', 'Yahoo', 'imap.mail.yahoo.com'],
  ['ada@icloud.com', 'iCloud', 'imap.mail.me.com'],
  ['ada@fastmail.fm', 'Fastmail', 'imap.fastmail.com'],
  ['ada@aol.com', 'AOL', 'imap.aol.com'],
  ['ada@gmx.de', 'GMX', 'imap.gmx.net'],
  ['ada@gmx.com', 'GMX.com', 'imap.gmx.com'],
  ['ada@web.de', 'WEB.DE', 'imap.web.de'],
  ['ada@posteo.net', 'Posteo', 'posteo.de'],
  ['ada@mailbox.org', 'mailbox.org', 'imap.mailbox.org'],
  ['ada@proton.me', 'Proton', '127.0.0.1'],
  ['ada@zohomail.com', 'Zoho', 'imap.zoho.com'],
  ['ada@ya.ru', 'Yandex', 'imap.yandex.com'],
  ['ada@t-online.de', 'T-Online', 'secureimap.t-online.de'],
  ['ada@online.de', 'IONOS', 'imap.ionos.de'],
  ['ada@strato.de', 'Strato', 'imap.strato.de'],
  ['ada@ovh.net', 'OVH', 'ssl0.ovh.net'],
  ['ada@gandi.net', 'Gandi', 'mail.gandi.net'],
  ['ada@ik.me', 'Infomaniak', 'mail.infomaniak.com'],
  ['ada@migadu.com', 'Migadu', 'imap.migadu.com'],
  ['ada@wanadoo.fr', 'Orange', 'imap.orange.fr'],
  ['ada@free.fr', 'Free', 'imap.free.fr'],
  ['ada@libero.it', 'Libero', 'imapmail.libero.it'],
  ['ada@comcast.net', 'Comcast', 'imap.comcast.net'],
  ['ada@mailfence.com', 'Mailfence', 'imap.mailfence.com'],
]

const byExchanger: readonly (readonly [exchanger: string, provider: string, host: string])[] = [
  ['ASPMX.L.GOOGLE.COM', 'Gmail', 'imap.gmail.com'],
  ['own-example.mail.protection.outlook.com', 'Outlook', 'outlook.office365.com'],
  ['in1-smtp.messagingengine.com', 'Fastmail', 'imap.fastmail.com'],
  ['mx01.mail.icloud.com', 'iCloud', 'imap.mail.me.com'],
  ['mx.zoho.com', 'Zoho', 'imappro.zoho.com'],
  ['mx00.kundenserver.de', 'IONOS', 'imap.ionos.de'],
  ['smtpin.rzone.de', 'Strato', 'imap.strato.de'],
  ['mx1.mail.ovh.net', 'OVH', 'ssl0.ovh.net'],
  ['spool.mail.gandi.net', 'Gandi', 'mail.gandi.net'],
  ['mta-gw.infomaniak.ch', 'Infomaniak', 'mail.infomaniak.com'],
  ['aspmx1.migadu.com', 'Migadu', 'imap.migadu.com'],
  ['mail.protonmail.ch', 'Proton', '127.0.0.1'],
]

const byThunderbird: readonly (readonly [address: string, host: string])[] = [
  ['ada@126.com', 'imap.126.com'],
  ['ada@163.com', 'imap.163.com'],
  ['ada@a1.net', 'securemail.a1.net'],
  ['ada@netscape.net', 'imap.aol.com'],
  ['ada@bluewin.ch', 'imaps.bluewin.ch'],
  ['ada@laposte.net', 'imap.laposte.net'],
  ['ada@qq.com', 'imap.qq.com'],
  ['ada@seznam.cz', 'imap.seznam.cz'],
  ['ada@mail.ru', 'imap.mail.ru'],
  ['ada@wp.pl', 'imap.wp.pl'],
]

describe('lookUp', () => {
  it.each(byThunderbird)("knows %s from Thunderbird's table", async (address, host) => {
    const names = zones()

    expect(await lookUp(address, names)).toMatchObject({ host, port: 993, found: 'ispdb' })
    expect(names.asked).toEqual([])
  })

  it('knows from that table who keeps an own domain, too', async () => {
    const names = zones({ 'own-domain.dev': { mx: ['mx-aol.mail.gm0.yahoodns.net'] } })

    expect(await lookUp('ada@own-domain.dev', names)).toMatchObject({
      provider: 'AOL',
      user: 'ada@own-domain.dev',
      found: 'mx',
    })
  })

  it.each(byTable)('knows the provider of %s without asking anybody', async (...row) => {
    const [address, provider, host] = row
    const names = zones()

    expect(await lookUp(address, names)).toMatchObject({ provider, host, found: 'table' })
    expect(names.asked).toEqual([])
  })

  it('has an address for each provider of the table', () => {
    const tried = byTable.map(([, provider]) => provider)
    expect(mailProviders.map(({ name }) => name).filter((name) => !tried.includes(name))).toEqual(
      [],
    )
    expect(new Set(mailProviders.map(({ name }) => name)).size).toBe(mailProviders.length)
  })

  it.each(byExchanger)('knows from %s who keeps an own domain', async (...row) => {
    const [exchanger, provider, host] = row
    const names = zones({ 'own-domain.dev': { mx: ['mx.elsewhere.net', exchanger] } })

    expect(await lookUp('ada@Own-Domain.dev', names)).toMatchObject({
      provider,
      host,
      user: 'ada@Own-Domain.dev',
      found: 'mx',
    })
  })

  it('believes no exchanger that only looks like one', async () => {
    const mx = ['google.com.evil.net', 'notgoogle.com', 'protection.outlook.com.evil.net']
    expect(await lookUp('ada@own.dev', zones({ 'own.dev': { mx } }))).toMatchObject({
      host: null,
      found: 'nowhere',
    })
  })

  it('takes the server that a domain names itself, and says where that is another one', async () => {
    const names = zones({
      'own.dev': { srv: [{ name: 'mail.own.dev', port: 993 }] },
      'other.dev': { srv: [{ name: 'imap.elsewhere.net', port: 1993 }] },
      'none.dev': { srv: [{ name: '.', port: 0 }] },
    })

    const own = { provider: null, host: 'mail.own.dev', port: 993, found: 'srv', note: '' }
    expect(await lookUp('ada@own.dev', names)).toMatchObject(own)
    expect(await lookUp('ada@other.dev', names)).toMatchObject({
      host: 'imap.elsewhere.net',
      port: 1993,
      note: 'other.dev names imap.elsewhere.net, which is of another domain.',
    })
    expect(await lookUp('ada@none.dev', names)).toMatchObject({ host: null, found: 'nowhere' })
  })

  it('says what opens a mailbox, and what its user is called there', async () => {
    expect(await lookUp('ada@icloud.com', zones())).toMatchObject({ user: 'ada' })
    expect(await lookUp('ada@hotmail.com', zones())).toMatchObject({ needs: 'oauth' })
    expect(await lookUp('ada@pm.me', zones())).toMatchObject({
      needs: 'bridge',
      port: 1143,
      security: 'starttls',
    })
  })

  it('asks no name server for what none of them knows', async () => {
    const names = zones()

    for (const domain of ['a.test', 'example', 'a.invalid', 'localhost', 'printer.local'])
      expect((await lookUp(`ada@${domain}`, names)).found).toBe('nowhere')
    expect(names.asked).toEqual([])
  })
})
