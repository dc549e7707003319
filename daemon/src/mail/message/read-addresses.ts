import type { Email, Address as Parsed } from 'postal-mime'
import { cleanLine } from '../../platform/clean-text.ts'
import type { Address } from '../ports.ts'

const MAX_RECIPIENTS = 100
const MAX_CHARACTERS = 320
const nobody: Address = { name: '', address: '' }

/** From, Reply-To and To with decoded names; members of groups stand for their group. */
export function readAddresses(email: Email): Record<'from', Address> & {
  readonly replyTo: Address | null
  readonly to: readonly Address[]
} {
  return {
    from: flatten(email.from)[0] ?? flatten(email.sender)[0] ?? nobody,
    replyTo: email.replyTo?.flatMap(flatten)[0] ?? null,
    to: (email.to ?? []).flatMap(flatten).slice(0, MAX_RECIPIENTS),
  }
}

function flatten(parsed: Parsed | undefined): Address[] {
  if (!parsed) return []
  const members = parsed.group ?? [parsed]
  return members.map(({ name, address }) => ({
    name: cleanLine(name).slice(0, MAX_CHARACTERS),
    address: cleanLine(address ?? '').slice(0, MAX_CHARACTERS),
  }))
}
