/** Services that send the mails of many companies; there the display name tells which one. */
const applicantTracking = new Set([
  'ashbyhq.com',
  'bamboohr.com',
  'breezy.hr',
  'greenhouse-mail.io',
  'greenhouse.io',
  'icims.com',
  'jobvite.com',
  'lever.co',
  'myworkday.com',
  'myworkdayjobs.com',
  'personio.com',
  'personio.de',
  'recruitee.com',
  'smartrecruiters.com',
  'successfactors.com',
  'teamtailor-mail.com',
  'teamtailor.com',
  'workable.com',
  'workablemail.com',
])

/** Services where anybody has an address: each address is a sender of its own. */
const personal = new Set([
  'aol.com',
  'fastmail.com',
  'gmail.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'me.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'web.de',
  'yahoo.com',
])

/** Second labels below which others register names, as in `company.co.uk`. */
const sharedLabels = new Set(['ac', 'co', 'com', 'edu', 'gob', 'gov', 'ne', 'net', 'or', 'org'])

/** Which company a mail is from, as well as a sender line tells. */
export type Company =
  | { readonly kind: 'domain'; readonly domain: string; readonly name: string }
  | { readonly kind: 'name'; readonly name: string }

/** Reads "Name <address>" or a bare address; null where it holds neither. */
export function companyOf(from: string): Company | null {
  const { name, address } = splitSender(from)
  const domain = registrableDomain(address.slice(address.lastIndexOf('@') + 1))
  const company = companyName(name)
  if (domain === '' || (applicantTracking.has(domain) && company !== '')) {
    return company === '' ? null : { kind: 'name', name: company }
  }
  if (personal.has(domain)) return { kind: 'domain', domain: address, name: '' }
  return { kind: 'domain', domain, name: companyName(domain.split('.')[0] ?? '') }
}

function splitSender(from: string): { name: string; address: string } {
  const bracketed = /^(.*)<([^<>\s]+)>\s*$/s.exec(from)
  const [name, address] = bracketed ? [bracketed[1], bracketed[2]] : senderWithout(from)
  return {
    name: (name ?? '').replace(/^[\s"']+|[\s"']+$/g, ''),
    address: (address ?? '').toLowerCase(),
  }
}

function senderWithout(from: string): readonly [name: string, address: string] {
  const text = from.trim()
  return /^\S+@\S+$/.test(text) ? ['', text] : [text, '']
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
