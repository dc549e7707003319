import { domainToASCII } from 'node:url'
import { type MailboxGuess, MailboxPlace } from '@shortlist/contracts/settings'
import { SaxesParser } from 'saxes'
import { inTime } from '../../platform/until-aborted.ts'

/** What a domain says of the mailbox of an address. */
export type NamedPlace = Pick<MailboxGuess, 'port' | 'security' | 'user' | 'needs'> & {
  readonly host: string
}

const ANSWER_MS = 5_000
const ANSWER_MAX_BYTES = 64 * 1024

/**
 * Asks a domain for its own file about mail, without the address, in 5 s; each of the two places where it
 * may lie by a `fetch` of its own. Null where it has none that can be used. Rejects with the reason of
 * the signal.
 * https://www.bucksch.org/1/projects/thunderbird/autoconfiguration/config-file-format.html
 */
export async function askDomain(
  address: string,
  fetchOf: () => typeof fetch,
  signal: AbortSignal,
): Promise<NamedPlace | null> {
  const named = domainOf(address)
  // letters of all languages, but nothing that stands for others
  const domain = /^[\p{L}\p{M}\p{N}.-]+$/u.test(named) ? domainToASCII(named) : ''
  // what ends in a number is an address
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(domain)) return null
  const places = [
    `https://autoconfig.${domain}/mail/config-v1.1.xml`,
    `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`,
  ]
  const told = places.map(async (place) => {
    const xml = await read(place, fetchOf(), signal)
    return xml === null ? null : readAutoconfig(xml, address)
  })
  const [first, second] = await Promise.all(told)
  return first ?? second ?? null
}

/** What stands behind the last @, in lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** Null where nobody is there, or something else than a file of this size. */
async function read(url: string, ask: typeof fetch, signal: AbortSignal): Promise<string | null> {
  const reading = async (within: AbortSignal) => {
    const answer = await ask(url, { redirect: 'error', signal: within })
    if (answer.status !== 200) return null
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of answer.body ?? []) {
      size += part.length
      if (size > ANSWER_MAX_BYTES) return null
      parts.push(part)
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  }
  try {
    return await inTime('Asking a domain', ANSWER_MS, reading, signal)
  } catch {
    // whatever a stranger's server does, it has said nothing
    signal.throwIfAborted()
    return null
  }
}

/** The first IMAP server with encryption that a file names; null where it is no such file. */
export function readAutoconfig(xml: string, address: string): NamedPlace | null {
  const servers = readServers(xml)
  return servers?.map((server) => placeOf(server, address)).find((place) => place !== null) ?? null
}

/** The texts of a server's elements, by their name. */
type Server = ReadonlyMap<string, readonly string[]>

const SERVER = 'clientConfig/emailProvider/incomingServer'

/** Null for what is not well-formed, and for a file that defines anything by itself (DTD). */
function readServers(xml: string): readonly Server[] | null {
  const parser = new SaxesParser({ position: false })
  const servers: Map<string, string[]>[] = []
  const path: string[] = []
  let text = ''
  let isRefused = false
  const refuse = () => {
    isRefused = true
  }
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name)
    text = ''
    if (path.join('/') === SERVER) servers.push(new Map([['type', [String(attributes.type)]]]))
  })
  parser.on('text', (more) => {
    text += more
  })
  parser.on('closetag', ({ name }) => {
    path.pop()
    const server = servers.at(-1)
    if (server && path.join('/') === SERVER)
      server.set(name, [...(server.get(name) ?? []), text.trim()])
    text = ''
  })
  parser.write(xml).close()
  return isRefused ? null : servers
}

const securities: ReadonlyMap<string, MailboxGuess['security']> = new Map([
  ['SSL', 'tls'],
  ['STARTTLS', 'starttls'],
])

function placeOf(server: Server, address: string): NamedPlace | null {
  const one = (name: string) => server.get(name)?.[0] ?? ''
  const domain = domainOf(address)
  const host = MailboxPlace.shape.host.safeParse(one('hostname').replace('%EMAILDOMAIN%', domain))
  const port = MailboxPlace.shape.port.safeParse(Number(one('port')))
  const security = securities.get(one('socketType'))
  if (one('type') !== 'imap' || !host.success || !port.success || !security) return null
  // an address would be of nobody's domain
  if (!/\.[a-z][a-z0-9-]*$/.test(host.data)) return null
  const ways = server.get('authentication') ?? []
  const isPassword = ways.length === 0 || ways.some((way) => way.startsWith('password'))
  const isLocalPart = one('username') === '%EMAILLOCALPART%'
  return {
    host: host.data,
    port: port.data,
    security,
    user: isLocalPart ? address.slice(0, address.lastIndexOf('@')) : address,
    needs: isPassword ? 'password' : 'oauth',
  }
}
