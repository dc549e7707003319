import type { ReadMessage } from '../../message-ports.ts'
import { readTable } from './read-table.ts'

/**
 * Domains of systems that employers keep their applications in, of services that arrange times or have
 * documents signed, and of networks and job boards, whose notices come from addresses that nobody
 * reads; and addresses of job boards that write about one's own application.
 */
const senders = readTable(new URL('./senders.txt', import.meta.url))
const listed = (name: string) => new Set(senders.get(name)?.join(' ').split(' '))
const applicationAddresses = listed('applications')
const notices = listed('notices')
const services = {
  hiring: listed('hiring'),
  scheduling: listed('scheduling'),
  signing: listed('signing'),
}

/** Whether a mail was sent by a service of this kind, or, without one, of any that employers use. */
export function isFromService({ from }: ReadMessage, kind?: keyof typeof services): boolean {
  const address = from.address.toLowerCase()
  const isHiring = kind !== 'scheduling' && kind !== 'signing'
  if (isHiring && applicationAddresses.has(address)) return true
  return (kind ? [services[kind]] : Object.values(services)).some((all) => isBelow(address, all))
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
