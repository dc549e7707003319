import type { Header } from 'postal-mime'
import type { ReadMessage } from '../ports.ts'

type Verdict = ReadMessage['authentication']

/**
 * What the receiving server found about the author's domain (RFC 8601). Only the topmost
 * Authentication-Results header counts: a server adds its own above all that the mail brought along,
 * so any further one may be the sender's. DMARC decides; without it SPF or DKIM of the same domain.
 */
export function readAuthentication(headers: readonly Header[], from: string): Verdict {
  const results = headers.find(({ key }) => key === 'authentication-results')?.value
  if (!results) return 'unknown'
  const statements = results
    .replace(/\([^()]*\)/g, ' ')
    .split(';')
    .map((statement) => statement.trim().toLowerCase())
  const dmarc = resultOf(statements, 'dmarc')[0]
  if (dmarc?.result === 'pass') return 'pass'
  if (dmarc?.result === 'fail') return 'fail'
  return withoutDmarc(statements, from)
}

function withoutDmarc(statements: readonly string[], from: string): Verdict {
  const author = domainOf(from)
  const checks = [...resultOf(statements, 'dkim'), ...resultOf(statements, 'spf')]
  const isProven = checks.some(
    ({ result, domain }) => result === 'pass' && author !== '' && areRelated(domain, author),
  )
  if (isProven) return 'pass'
  return checks.some(({ result }) => result === 'fail') ? 'fail' : 'unknown'
}

function resultOf(statements: readonly string[], method: 'dmarc' | 'dkim' | 'spf') {
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
