import type { ReadMessage } from '../../ports.ts'
import { readTable } from './read-table.ts'

/**
 * Domains of systems that employers keep their applications in, of services that arrange times or have
 * documents signed, and of networks and job boards, whose notices come from addresses that nobody
 * reads; and addresses of job boards that write about one's own application.
 */
const senders = readTable(new URL('./senders.txt', import.meta.url))
const listed = (name: string) => new Set(senders.get(name)?.join(' ').split(' '))
const hiringDomains = listed('hiring')
const applicationAddresses = listed('applications')
const schedulingDomains = listed('scheduling')
const signingDomains = listed('signing')
const notices = listed('notices')

/** Whether a mail was sent by a system that employers keep their applications in. */
export function isFromHiringSystem({ from }: ReadMessage): boolean {
  const address = from.address.toLowerCase()
  return applicationAddresses.has(address) || isBelow(address, hiringDomains)
}

/** Whether a mail was sent by a service that arranges times. */
export function isFromScheduler({ from }: ReadMessage): boolean {
  return isBelow(from.address.toLowerCase(), schedulingDomains)
}

/** Whether a mail was sent by a service that has documents signed. */
export function isFromSigningService({ from }: ReadMessage): boolean {
  return isBelow(from.address.toLowerCase(), signingDomains)
}

/** Whether a mail was sent by one of the services that employers use. */
export function isFromService(message: ReadMessage): boolean {
  return isFromHiringSystem(message) || isFromScheduler(message) || isFromSigningService(message)
}

/** Whether a program has sent a mail and no person is named to answer. */
export function isFromProgram(message: ReadMessage): boolean {
  const { replyTo, from } = message
  if (isUnattended((replyTo ?? from).address)) return true
  return (
    replyTo === null && (isFromService(message) || isBelow(from.address.toLowerCase(), notices))
  )
}

/** Whether nobody reads what is sent to the address. */
export function isUnattended(address: string): boolean {
  return /^(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|donotreply|notifications?|mailer|mailrobot|alerts?|bounce)/i.test(
    address,
  )
}

function isBelow(address: string, domains: ReadonlySet<string>): boolean {
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.')
  return labels.some((_label, index) => domains.has(labels.slice(index).join('.')))
}
