/**
 * Services that send the mails of many companies, under endings of several countries; there the
 * display name tells which company it is.
 */
const applicantTracking =
  /^(?:ashbyhq|bamboohr|breezy|greenhouse(?:-mail)?|icims|jobvite|lever|myworkday(?:jobs)?|personio|recruitee|smartrecruiters|successfactors|teamtailor(?:-mail)?|workable(?:mail)?)\./

/** Services where anybody has an address: each address is a sender of its own. */
const personal =
  /^(?:aol|fastmail|gmail|gmx|googlemail|hotmail|icloud|live|me|outlook|proton(?:mail)?|web|yahoo)\./

/** Second labels below which others register names, as in `company.co.uk`. */
const sharedLabels = new Set(['ac', 'co', 'com', 'edu', 'gob', 'gov', 'ne', 'net', 'or', 'org'])

/** Which company a mail is from, as well as a sender line tells. */
export interface Company {
  /** Null where a service has sent the mail; the address for somebody who has one at a service. */
  readonly domain: string | null
  /** One word, or empty where the domain says all. */
  readonly name: string
}

/** Reads "Name <address>" or a bare address; null where it holds neither. */
export function companyOf(from: string): Company | null {
  const { name, address } = splitSender(from)
  const domain = registrableDomain(address.slice(address.lastIndexOf('@') + 1))
  const company = companyName(name)
  if (domain === '' || (applicantTracking.test(domain) && company !== '')) {
    return company === '' ? null : { domain: null, name: company }
  }
  if (personal.test(domain)) return { domain: address, name: '' }
  return { domain, name: companyName(domain.split('.')[0] ?? '') }
}

function splitSender(from: string): { name: string; address: string } {
  const [, name = from, address = ''] =
    /^(.*)<([^<>\s]+)>\s*$/s.exec(from) ?? /^\s*()(\S+@\S+)\s*$/.exec(from) ?? []
  return { name: name.replace(/^[\s"']+|[\s"']+$/g, ''), address: address.toLowerCase() }
}

/**
 * The part of a host name that somebody has registered. The few endings that are shared by rule are
 * recognised without the public suffix list, which weighs more than all plots together.
 */
export function registrableDomain(host: string): string {
  const labels = host.toLowerCase().split('.').filter(Boolean)
  const [second = '', top = ''] = labels.slice(-2)
  const isShared = top.length === 2 && sharedLabels.has(second)
  return labels.slice(isShared ? -3 : -2).join('.')
}

const surroundings =
  /\b(?:via\s.*|hiring team|hiring|recruiting team|recruiting|recruitment|talent acquisition|talent team|talent|people team|careers|career|jobs|notifications?|no-?reply|hr|team|inc|ltd|llc|gmbh|ag|se)\b\.?/g

/** A name without what surrounds it, as one word: "Northwind Hiring Team" becomes `northwind`. */
function companyName(name: string): string {
  const bare = name.toLowerCase().replace(surroundings, ' ')
  return bare.replace(/[^\p{L}\p{N}]+/gu, '')
}
