import { promises as dns } from 'node:dns'
import { inTime } from '../until-aborted.ts'

/** What name servers say. */
export interface Names {
  /** Every address of a host, IPv4 first; rejects as Node's look-up does. */
  addresses(host: string): Promise<readonly string[]>
  /** Hosts that take the mail of a domain, the preferred first; none where nobody says so in 2 s. */
  exchangers(domain: string): Promise<readonly string[]>
  /** Servers of a service (RFC 2782), the preferred first; none where nobody says so in 2 s. */
  services(name: string): Promise<readonly { readonly name: string; readonly port: number }[]>
}

const PATIENCE_MS = 2_000
const LOOK_UP_MS = 5_000

/** The system's resolver, which asks the name servers of this computer. */
export function systemNames(): Names {
  const resolver = new dns.Resolver({ timeout: PATIENCE_MS, tries: 1 })
  // a domain without such records, and a name server that is away, are nothing to tell anybody
  const orNone = <Found>(asking: Promise<Found[]>) => asking.catch((): Found[] => [])
  return {
    async addresses(host) {
      const found = await dns.lookup(host, { all: true, order: 'ipv4first' })
      return found.map(({ address }) => address)
    },
    async exchangers(domain) {
      const found = await orNone(resolver.resolveMx(domain))
      return found.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange)
    },
    async services(name) {
      const found = await orNone(resolver.resolveSrv(name))
      return found.toSorted((a, b) => a.priority - b.priority)
    },
  }
}

/** A host that was looked up and may be connected to. */
export interface Reached {
  /** What is to be connected to, so that no second look-up can name another one. */
  readonly address: string
  /** The host as it was named, which its certificate has to be for. */
  readonly name: string
  /** How many addresses it has, all of which may be connected to. */
  readonly count: number
  /** The address is of this computer or of the network that it stands in. */
  readonly isOwnNetwork: boolean
}

/** How a host that a user has named is reached. */
export interface ReachRules {
  readonly names: Pick<Names, 'addresses'>
  /** Whether it may lie on this computer or in the network that it stands in. */
  readonly isOwnNetworkAllowed: boolean
}

/** A host that must not be connected to for whoever has named it. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
  readonly code = 'ADDRESS_REFUSED'
}

/**
 * The one way to a host that a user names: looks it up once and checks each of its addresses, since
 * another one may answer for it later. Throws `AddressRefused`, and what Node's look-up throws, after
 * 5 s with the code `ETIMEOUT`; contacts nobody but the name servers.
 */
export async function reach(
  host: string,
  { names, isOwnNetworkAllowed }: ReachRules,
): Promise<Reached> {
  const addresses = await lookUp(host, names)
  const kinds = await Promise.all(addresses.map(kindOf))
  const isRefused = (kind: AddressKind) =>
    kind === 'forbidden' || (kind === 'own-network' && !isOwnNetworkAllowed)
  const [address] = addresses
  if (address === undefined || kinds.some(isRefused)) throw new AddressRefused()
  return {
    address,
    name: host,
    count: addresses.length,
    isOwnNetwork: kinds[0] === 'own-network',
  }
}

async function lookUp(host: string, names: ReachRules['names']): Promise<readonly string[]> {
  const { signal } = new AbortController()
  try {
    return await inTime('Looking a name up', LOOK_UP_MS, () => names.addresses(host), signal)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) throw cause
    throw Object.assign(new Error('No name server has answered.', { cause }), { code: 'ETIMEOUT' })
  }
}

type AddressKind = 'public' | 'own-network' | 'forbidden'

const ownRanges = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']

/** Where clouds tell a machine its secrets, in ranges that are otherwise of use. */
const metadata = ['100.100.100.200', '168.63.129.16', 'fd00:ec2::254']

/** What is neither known to be public nor of the own network is forbidden: new ranges come closed. */
async function kindOf(text: string): Promise<AddressKind> {
  const { default: ipaddr } = await import('ipaddr.js')
  if (!ipaddr.isValid(text)) return 'forbidden'
  const address = ipaddr.parse(text)
  if (metadata.includes(address.toString())) return 'forbidden'
  // mapped and translated forms have ranges of their own (RFC 4291, 6052, 6145, 3056)
  const range = address.range()
  if (range === 'unicast') return 'public'
  return ownRanges.includes(range) ? 'own-network' : 'forbidden'
}
