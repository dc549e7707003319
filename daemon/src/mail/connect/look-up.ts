import { DEFAULT_IMAP_PORT } from '@shortlist/contracts/limits'
import { type MailProvider, mailProviders } from '@shortlist/contracts/mail-providers'
import type { MailboxGuess } from '@shortlist/contracts/settings'
import type { Names } from '../../platform/egress/reach.ts'
import { findProvider } from '../mailbox/providers.ts'
import { readTable } from '../read-table.ts'
import { askDomain, domainOf, type NamedPlace } from './autoconfig.ts'

/** Names that stand in no name server (RFC 6761). */
const unlisted = /(^|\.)(test|example|invalid|localhost|local|onion|alt)$/

/**
 * Who keeps the mailbox of an address: the table of providers, then Thunderbird's, then where the
 * domain's mail goes, then what the domain says itself (RFC 6186). Only name servers are asked, each
 * for 2 s at most.
 */
export async function lookUp(
  address: string,
  names: Pick<Names, 'exchangers' | 'services'>,
): Promise<MailboxGuess> {
  const known = findProvider({ host: undefined, user: address })
  if (known) return guessOf(address, known, 'table')
  const domain = domainOf(address)
  const listed = ispdb().get(domain)
  if (listed) return listedGuess(address, listed, 'ispdb')
  if (unlisted.test(domain)) return nobody(address)
  const [exchangers, services] = await Promise.all([
    names.exchangers(domain),
    names.services(`_imaps._tcp.${domain}`),
  ])
  const provider = mailProviders.find((each) =>
    exchangers.some((host) => each.exchangers?.test(host.toLowerCase())),
  )
  if (provider) return guessOf(address, provider, 'mx')
  const [exchanger] = exchangers.flatMap((host) => listedFor(host.toLowerCase()) ?? [])
  if (exchanger) return listedGuess(address, exchanger, 'mx')
  const [service] = services
  // a single dot says that there is none
  if (!service || service.name === '' || service.name === '.') return nobody(address)
  return namedGuess(address, { host: service.name.toLowerCase(), port: service.port }, 'srv')
}

/**
 * What the domain of an address says in a file of its own, as `askDomain` promises.
 */
export async function lookUpAt(
  address: string,
  fetchOf: () => typeof fetch,
  signal: AbortSignal,
): Promise<MailboxGuess> {
  const place = await askDomain(address, fetchOf, signal)
  if (place) return namedGuess(address, place, 'autoconfig')
  return { ...nobody(address), note: `${domainOf(address)} says nothing about its mail.` }
}

/** By the domain itself; a server of another domain is said. */
function namedGuess(
  address: string,
  place: Pick<NamedPlace, 'host' | 'port'>,
  found: MailboxGuess['found'],
): MailboxGuess {
  const { host } = place
  const domain = domainOf(address)
  const isOther = host !== domain && !host.endsWith(`.${domain}`)
  return {
    ...nobody(address),
    ...place,
    provider: findProvider({ host, user: address })?.name ?? null,
    found,
    note: isOther ? `${domain} names ${host}, which is of another domain.` : '',
  }
}

function guessOf(
  address: string,
  provider: MailProvider,
  found: MailboxGuess['found'],
): MailboxGuess {
  const isOwnDomain = found !== 'table'
  const localPart = address.slice(0, address.lastIndexOf('@'))
  return {
    provider: provider.name,
    host: (isOwnDomain && provider.ownDomainHost) || provider.host,
    port: provider.port ?? DEFAULT_IMAP_PORT,
    security: provider.security ?? 'tls',
    user: provider.isUserLocalPart && !isOwnDomain ? localPart : address,
    needs: provider.needs,
    found,
    passwordUrl: provider.appPasswordUrl,
    note: provider.note,
  }
}

/** A provider of Thunderbird's table. */
interface Listed extends Pick<MailboxGuess, 'port' | 'security' | 'needs'> {
  readonly name: string
  /** May hold `%EMAILDOMAIN%`. */
  readonly host: string
  readonly isUserLocalPart: boolean
}

let listed: ReadonlyMap<string, Listed> | undefined

/** Thunderbird's table by domain, read with the first question. */
function ispdb(): ReadonlyMap<string, Listed> {
  listed ??= new Map(
    [...readTable(new URL('./ispdb.txt', import.meta.url)).values()].flatMap((lines) => {
      const [name = '', place = '', domains = ''] = lines
      const [host = '', port, security, needs, user] = place.split(' ')
      const provider: Listed = {
        name,
        host,
        port: Number(port),
        security: security === 'starttls' ? 'starttls' : 'tls',
        needs: needs === 'oauth' ? 'oauth' : 'password',
        isUserLocalPart: user === 'local-part',
      }
      return host === '' ? [] : domains.split(' ').map((domain) => [domain, provider] as const)
    }),
  )
  return listed
}

/** By the domain that a host belongs to, the longest first. */
function listedFor(host: string): Listed | undefined {
  const labels = host.split('.')
  const domains = labels.map((_, at) => labels.slice(at).join('.')).slice(0, -1)
  return domains.map((domain) => ispdb().get(domain)).find((found) => found !== undefined)
}

function listedGuess(
  address: string,
  { name, host, port, security, needs, isUserLocalPart }: Listed,
  found: MailboxGuess['found'],
): MailboxGuess {
  const at = address.lastIndexOf('@')
  return {
    ...nobody(address),
    provider: name,
    host: host.replace('%EMAILDOMAIN%', address.slice(at + 1).toLowerCase()),
    port,
    security,
    needs,
    user: isUserLocalPart && found === 'ispdb' ? address.slice(0, at) : address,
    found,
  }
}

function nobody(address: string): MailboxGuess {
  return {
    provider: null,
    host: null,
    port: DEFAULT_IMAP_PORT,
    security: 'tls',
    user: address,
    needs: 'password',
    found: 'nowhere',
    passwordUrl: null,
    note: '',
  }
}
