import { expect, it } from 'vitest'
import { sized } from '../../../../.config/testing/test-size.ts'
import { seededRandom } from '../../../test/seeded-random.ts'
import { AddressRefused } from '../../platform/egress/reach.ts'
import { askDomain, readAutoconfig } from './autoconfig.ts'
import { lookUpAt } from './look-up.ts'

const address = 'Ada@lovelace-works.example'
const { signal } = new AbortController()

const serverOf = (fields: Readonly<Record<string, string>> = {}, type = 'imap') => {
  const all = {
    hostname: 'imap.lovelace-works.example',
    port: '993',
    socketType: 'SSL',
    username: '%EMAILADDRESS%',
    authentication: 'password-cleartext',
    ...fields,
  }
  const texts = Object.entries(all).map(([name, text]) => `<${name}>${text}</${name}>`)
  return `<incomingServer type="${type}">${texts.join('\n')}</incomingServer>`
}
const fileOf = (...servers: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<clientConfig version="1.1"><emailProvider id="lovelace-works.example">
<displayName>Lovelace &amp; Works</displayName>
${servers.join('\n')}
</emailProvider></clientConfig>`

const place = {
  host: 'imap.lovelace-works.example',
  port: 993,
  security: 'tls',
  user: address,
  needs: 'password',
}

/** Answers by address, and remembers what it was asked for. */
function web(pages: Readonly<Record<string, () => Response | Promise<Response>>> = {}) {
  const asked: string[] = []
  const fetchOf = () => async (input: unknown, init?: RequestInit) => {
    asked.push(String(input))
    expect(init?.redirect).toBe('error')
    return (await pages[String(input)]?.()) ?? new Response('', { status: 404 })
  }
  return { asked, fetchOf: fetchOf as () => typeof fetch }
}

const first = 'https://autoconfig.lovelace-works.example/mail/config-v1.1.xml'
const second = 'https://lovelace-works.example/.well-known/autoconfig/mail/config-v1.1.xml'

it.each([
  ['the first server', serverOf(), place],
  ['another user form', serverOf({ username: '%EMAILLOCALPART%' }), { ...place, user: 'Ada' }],
  [
    'STARTTLS',
    serverOf({ socketType: 'STARTTLS', port: '143' }),
    { ...place, security: 'starttls', port: 143 },
  ],
  [
    'its domain',
    serverOf({ hostname: 'mail.%EMAILDOMAIN%' }),
    { ...place, host: 'mail.lovelace-works.example' },
  ],
  ['OAuth alone', serverOf({ authentication: 'OAuth2' }), { ...place, needs: 'oauth' }],
  ['what is no IMAP before it', serverOf({}, 'pop3') + serverOf(), place],
  ['what is not encrypted before it', serverOf({ socketType: 'plain' }) + serverOf(), place],
])('reads %s', (_, servers, wanted) => {
  expect(readAutoconfig(fileOf(servers), address)).toEqual(wanted)
})

it.each([
  ['nothing', ''],
  ['a page', '<!doctype html><html><body>Not found</body></html>'],
  ['what is cut off', fileOf(serverOf()).slice(0, -20)],
  ['what follows the end', `${fileOf(serverOf())}<more/>`],
  [
    'a DTD',
    `<!DOCTYPE clientConfig [<!ENTITY h "imap.lovelace-works.example">]>${fileOf(serverOf()).slice(38)}`,
  ],
  ['an entity of its own', fileOf(serverOf({ hostname: '&h;' }))],
  ['no encryption', fileOf(serverOf({ socketType: 'plain' }))],
  ['an address', fileOf(serverOf({ hostname: '169.254.169.254' }))],
  ['an address in brackets', fileOf(serverOf({ hostname: '[::1]' }))],
  ['two lines', fileOf(serverOf({ hostname: 'imap.lovelace-works.example&#10;A1 LOGOUT' }))],
  ['a port that is none', fileOf(serverOf({ port: '70000' }))],
  ['a server elsewhere in the file', `<clientConfig>${serverOf()}</clientConfig>`],
])('reads nothing out of %s', (_, xml) => {
  expect(readAutoconfig(xml, address)).toBeNull()
})

it('asks the domain at two places, and never with the address', async () => {
  const { asked, fetchOf } = web({ [second]: () => new Response(fileOf(serverOf())) })

  expect(await askDomain(address, fetchOf, signal)).toEqual(place)

  expect(asked).toEqual([first, second])
})

it('says that a domain names the server of another one, or nothing', async () => {
  const xml = fileOf(serverOf({ hostname: 'imap.other.example' }))
  const { fetchOf } = web({ [first]: () => new Response(xml) })

  expect(await lookUpAt(address, fetchOf, signal)).toMatchObject({
    found: 'autoconfig',
    host: 'imap.other.example',
    note: 'lovelace-works.example names imap.other.example, which is of another domain.',
  })
  expect(await lookUpAt(address, web().fetchOf, signal)).toMatchObject({
    found: 'nowhere',
    host: null,
    note: 'lovelace-works.example says nothing about its mail.',
  })
})

it('ends with what its caller does, and reads no more than 64 KB', async () => {
  let sent = 0
  const endless = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          sent += 1
          controller.enqueue(new Uint8Array(1024).fill(0x20))
        },
      }),
    )
  expect(await askDomain(address, web({ [first]: endless }).fetchOf, signal)).toBeNull()
  expect(sent).toBeLessThan(80)

  const reason = new Error('no longer wanted')
  const gone = web({ [first]: () => new Promise(() => {}) })
  const leaving = new AbortController()
  const asking = askDomain(address, gone.fetchOf, leaving.signal)
  leaving.abort(reason)
  await expect(asking).rejects.toBe(reason)
})

const hostileDomains = [
  '127.0.0.1',
  '[::1]',
  '2130706433',
  '0x7f.1',
  'localhost',
  'a..example',
  'example:8443',
  'example/../..',
  'example?q',
  'example#',
  'exa mple.test',
  'user@example',
  '%31%32%37.example',
  '.example',
  'example.',
  `${'a'.repeat(300)}.example`,
  '‮elpmaxe.example',
  '169.254.169.254.',
]

it('asks nobody but the domain, whatever it is called', async () => {
  for (const domain of hostileDomains) {
    const { asked, fetchOf } = web()
    const named = `ada@${domain}`
    expect(await askDomain(named, fetchOf, signal).catch(() => null)).toBeNull()
    for (const url of asked) {
      const { protocol, hostname, port, username, search } = new URL(url)
      expect([protocol, port, username, search]).toEqual(['https:', '', '', ''])
      expect(hostname.endsWith(domain.toLowerCase().split('@').at(-1) ?? '')).toBe(true)
      expect(hostname).toMatch(/[a-z][a-z0-9-]*$/)
    }
  }
})

it('gives nothing but a place, and never fails, whatever a stranger answers', async () => {
  const random = seededRandom(7)
  const pick = <Value>(values: readonly Value[]) =>
    values[Math.floor(random() * values.length)] as Value
  const evil = [
    '',
    '\u0000',
    '<',
    ']]>',
    '&amp;&lt;',
    '&#0;',
    '&#x110000;',
    '<!ENTITY a "b">',
    '<![CDATA[imap.evil.example]]>',
    '<incomingServer type="imap">',
    '</emailProvider>',
    'x'.repeat(5000),
    '<a>'.repeat(5000),
    'http://127.0.0.1/',
    '169.254.169.254',
    '999999',
    '-1',
    '%EMAILADDRESS%',
    '\r\nHost: evil.example',
    '\uD800',
    '<?xml version="1.1"?>',
    '<!--',
  ]
  const names = ['hostname', 'port', 'socketType', 'username', 'authentication']
  for (let round = 0; round < sized(100, 400); round += 1) {
    const server = serverOf({ [pick(names)]: pick(evil), [pick(names)]: pick(evil) })
    const xml = fileOf(server, pick(evil), serverOf({ hostname: pick(evil) }))
    const at = Math.floor(random() * xml.length)
    const cut = xml.slice(0, at) + pick(evil) + (random() < 0.5 ? xml.slice(at) : '')
    const answer = pick<() => Response | Promise<Response>>([
      () => new Response(cut),
      () => new Response(Buffer.from(cut, 'latin1')),
      () => new Response(cut, { status: 302 }),
      () => Promise.reject(new AddressRefused()),
      () => Promise.reject(new TypeError('fetch failed')),
    ])
    const { asked, fetchOf } = web({ [first]: answer, [second]: answer })

    const named = await askDomain(address, fetchOf, signal)

    expect(asked.every((url) => url === first || url === second)).toBe(true)
    if (named === null) continue
    expect(Object.keys(named).toSorted()).toEqual(['host', 'needs', 'port', 'security', 'user'])
    expect(named.host).toMatch(/^[a-z0-9][a-z0-9._-]*\.[a-z][a-z0-9-]*$/)
    expect(Number.isInteger(named.port) && named.port > 0 && named.port < 65_536).toBe(true)
    expect(['tls', 'starttls']).toContain(named.security)
    expect([address, 'Ada']).toContain(named.user)
  }
})
