import { get as httpGet } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { type GoogleUnderTest, googleUnderTest } from './google-under-test.ts'
import { type MailClient, mailClient } from './mail-client.ts'

/** Attacks on the sign-in at Google (security design, section 8): none of them connects anything. */

let under: GoogleUnderTest
let ada: MailClient
let bob: MailClient

beforeAll(async () => {
  under = await googleUnderTest({ CLIENT_URL: 'http://localhost:3000' })
  ada = await mailClient(under.daemon.url)
  bob = await mailClient(under.daemon.url, 'bob@example.test')
}, 60_000)

type Headers = Readonly<Record<string, string>>

/** What the browser holds between the click and the way back. */
async function begin(client: MailClient, headers: Headers = {}) {
  const answer = await fetch(`${under.daemon.url}/api/calendar/connect`, {
    method: 'POST',
    headers: { cookie: client.caller.cookie, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ userId: client.caller.account.id }),
  })
  const { authUrl } = (await answer.json()) as { authUrl: string }
  const transaction = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { authUrl, transaction, back: await under.google.consent(authUrl) }
}

/** Opens an address as a browser does that another site has sent there; resolves to where it goes. */
function open(address: string, ...cookies: readonly string[]): Promise<string> {
  const headers = {
    cookie: cookies.join('; '),
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  }
  return new Promise((resolve, reject) => {
    const request = httpGet(address, { headers }, (answer) => {
      answer.resume()
      resolve(answer.headers.location ?? String(answer.statusCode))
    })
    request.on('error', reject)
  })
}

const page = (outcome: string, origin = 'http://localhost:3000') =>
  `${origin}/oauth-success.html?${outcome}`
const FAILED = 'error=oauth_failed'

async function isConnected(): Promise<boolean[]> {
  return Promise.all([ada, bob].map(async (client) => (await client.calendar()).connected))
}

describe('a sign-in at Google', () => {
  it.each<[string, (own: Awaited<ReturnType<typeof begin>>) => Promise<string>, string]>([
    ['without the cookie of its browser', ({ back }) => open(back, ada.caller.cookie), FAILED],
    [
      "with another sign-in's cookie",
      async ({ back }) => open(back, ada.caller.cookie, (await begin(ada)).transaction),
      FAILED,
    ],
    [
      "in another account's browser",
      ({ back, transaction }) => open(back, bob.caller.cookie, transaction),
      FAILED,
    ],
    ['with nobody signed in', ({ back, transaction }) => open(back, transaction), FAILED],
    [
      'with a state that was guessed',
      ({ back, transaction }) =>
        open(
          back.replace(/state=[^&]+/, `state=${'A'.repeat(43)}`),
          ada.caller.cookie,
          transaction,
        ),
      FAILED,
    ],
    [
      'with a code of somebody else',
      ({ back, transaction }) =>
        open(back.replace(/code=[^&]+/, 'code=stolen'), ada.caller.cookie, transaction),
      FAILED,
    ],
    [
      'that the user has refused',
      ({ back, transaction }) =>
        open(back.replace(/code=[^&]+/, 'error=access_denied'), ada.caller.cookie, transaction),
      'error=no_code',
    ],
    [
      'without its state',
      ({ back, transaction }) =>
        open(back.replace(/&?state=[^&]+/, ''), ada.caller.cookie, transaction),
      'error=no_user_id',
    ],
  ])('fails %s', async (_, attack, outcome) => {
    expect(await attack(await begin(ada))).toBe(page(outcome))
    expect(await isConnected()).toEqual([false, false])
  })

  it('is worth nothing once it was tried, even by its own browser', async () => {
    const exchanges = () => under.google.requests.filter(({ path }) => path === '/oauth2/token')
    const before = exchanges()
    const { back, transaction } = await begin(ada)
    await open(back, bob.caller.cookie, transaction)

    expect(await open(back, ada.caller.cookie, transaction)).toBe(page(FAILED))
    expect(await isConnected()).toEqual([false, false])
    expect(exchanges()).toEqual(before)
  })

  it('fails that nobody has begun', async () => {
    const guessed = `${under.daemon.url}/api/calendar/callback?code=stolen&state=guessed`

    expect(await open(guessed, ada.caller.cookie)).toBe(page(FAILED))
    expect(await isConnected()).toEqual([false, false])
  })

  it('ends with the session that began it', async () => {
    const eve = await mailClient(under.daemon.url, 'gone@example.test')
    const { back, transaction } = await begin(eve)
    await eve.caller.call('DELETE', '/api/users/sessions')

    expect(await open(back, eve.caller.cookie, transaction)).toBe(page(FAILED))
  })

  it('connects the account that began it, once, on the way back from another site', async () => {
    const eve = await mailClient(under.daemon.url, 'eve@example.test')
    const { back, transaction } = await begin(eve)
    const connected = await open(back, eve.caller.cookie, transaction)
    const replayed = await open(back, eve.caller.cookie, transaction)

    expect(connected).toBe(page('calendar_connected=true'))
    expect(replayed).toBe(page(FAILED))
    expect((await eve.calendar()).connected).toBe(true)
    expect(await isConnected()).toEqual([false, false])
    // it can be begun again while it holds
    expect((await begin(eve)).authUrl).toContain('code_challenge_method=S256')
  })
})

describe('the way back', () => {
  const own = () => under.daemon.url
  it.each<[string, () => Headers, () => string]>([
    ['the page that asked', () => ({ referer: `${own()}/gmail-mcp` }), own],
    [
      'the client behind a proxy',
      () => ({ referer: 'http://localhost:3000/x', origin: own() }),
      () => 'http://localhost:3000',
    ],
    ['the origin where no page is named', () => ({ origin: own() }), own],
    ...[
      ['a foreign page', 'https://evil.example/x'],
      ['a look-alike', 'http://localhost:3000.evil.example/'],
      ['a name with a sign-in', 'http://localhost:3000@evil.example/'],
      ['a script', 'javascript:alert(1)'],
      ['another port', 'http://localhost:5555/'],
    ].map(([what, referer = '']): [string, () => Headers, () => string] => [
      `CLIENT_URL for ${what}`,
      () => ({ referer }),
      () => 'http://localhost:3000',
    ]),
  ])('leads to %s', async (_, headers, origin) => {
    const { back, transaction } = await begin(bob, headers())

    const target = await open(back.replace(/code=[^&]+/, ''), bob.caller.cookie, transaction)

    expect(target).toBe(page('error=no_code', origin()))
  })

  it.each(['a foreign origin', 'null'])('is not begun by %s', async (origin) => {
    const answer = await fetch(`${own()}/api/calendar/connect`, {
      method: 'POST',
      headers: {
        cookie: bob.caller.cookie,
        'content-type': 'application/json',
        origin: origin === 'null' ? 'null' : 'https://evil.example',
      },
      body: JSON.stringify({ userId: bob.caller.account.id }),
    })

    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
  })
})
