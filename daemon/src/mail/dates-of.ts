import type { EventProposal } from '@shortlist/contracts/calendar'
import type { ReadMessage, TimeContext } from './ports.ts'

/** Appointments that a mail carries in a form made for programs. */
export interface ExplicitDates {
  readonly invitations: readonly EventProposal[]
  readonly jsonLd: readonly EventProposal[]
}

/** Appointments of a mail's invitations and JSON-LD; their readers are loaded with the first one. */
export async function datesOf(message: ReadMessage, time: TimeContext): Promise<ExplicitDates> {
  return {
    invitations: message.invitations.length > 0 ? await invited(message, time) : [],
    jsonLd: message.jsonLd.length > 0 ? await described(message, time) : [],
  }
}

async function invited({ invitations }: ReadMessage, time: TimeContext) {
  const { readInvitations } = await import('./dates/read-invitations.ts')
  return readInvitations(invitations, time)
}

async function described({ jsonLd }: ReadMessage, time: TimeContext) {
  const { readJsonLd } = await import('./dates/read-json-ld.ts')
  return readJsonLd(jsonLd, time)
}
