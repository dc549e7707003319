import type { Header } from 'postal-mime'
import type { ReadMessage } from '../message-ports.ts'
import { readDate } from './read-date.ts'

/** What the receiving server says of a mail. */
type Receipt = Pick<ReadMessage, 'authentication' | 'isSenderProven' | 'arrivedAt'>

/**
 * What the receiving server found about the author's domain (RFC 8601), and when it got the mail
 * (RFC 5321, 4.4). Only the topmost header of each kind counts: a server adds its own above all that
 * the mail brought along, so any further one may be the sender's. DMARC decides, and alone proves;
 * without it SPF or DKIM of the same domain.
 */
export function readAuthentication(headers: readonly Header[], from: string): Receipt {
  const results = headers.find(({ key }) => key === 'authentication-results')?.value
  const statements = (results ?? '')
    .replace(/\([^()]*\)/g, ' ')
    .split(';')
    .map((statement) => statement.trim().toLowerCase())
  const author = domainOf(from)
  const [dmarc] = resultsOf(statements, 'dmarc')
  const isProven = dmarc?.result === 'pass' && (dmarc.domain === '' || dmarc.domain === author)
  const received = headers.find(({ key }) => key === 'received')?.value ?? ''
  return {
    authentication:
      dmarc?.result === 'pass' || dmarc?.result === 'fail'
        ? dmarc.result
        : withoutDmarc(statements, author),
    isSenderProven: results === undefined ? undefined : isProven,
    arrivedAt: readDate(received.slice(received.lastIndexOf(';') + 1)).date,
  }
}

function withoutDmarc(
  statements: readonly string[],
  author: string,
): ReadMessage['authentication'] {
  const checks = [...resultsOf(statements, 'dkim'), ...resultsOf(statements, 'spf')]
  const isProven = checks.some(
    ({ result, domain }) => result === 'pass' && author !== '' && areRelated(domain, author),
  )
  if (isProven) return 'pass'
  return checks.some(({ result }) => result === 'fail') ? 'fail' : 'unknown'
}

function resultsOf(statements: readonly string[], method: 'dmarc' | 'dkim' | 'spf') {
  return statements.flatMap((statement) => {
    const result = new RegExp(`^${method}\\s*=\\s*(\\w+)`).exec(statement)?.[1]
    if (result === undefined) return []
    const signer = /\b(?:header\.(?:d|i|from)|smtp\.mailfrom)\s*=\s*"?([^\s;"]+)/.exec(
      statement,
    )?.[1]
    return [{ result, domain: domainOf(signer ?? '') }]
  })
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** The same domain, or one below the other, as DMARC's relaxed alignment has it in most cases. */
function areRelated(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}
