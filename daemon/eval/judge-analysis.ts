import type { Finding } from '@shortlist/contracts/mail'
import { isSuspicious } from '../src/mail/analysis/learned/judge-mail.ts'
import type { Analyze } from '../src/mail/ports.ts'
import type { GoldMail } from './gold-set.ts'
import { prepareMail } from './prepare-mail.ts'
import { goldZone, rawMail } from './raw-mail.ts'

/** A mail of the gold set with what an analysis says about it. */
export interface Judged {
  readonly mail: GoldMail
  readonly finding: Finding
  readonly isSuspicious: boolean
  /** When the appointments begin that were found, those of invitations included; ISO 8601, UTC. */
  readonly starts: readonly string[]
}

/** Analyses mails one after the other. */
export async function judgeAnalysis(
  analyze: Analyze,
  mails: readonly GoldMail[],
): Promise<Judged[]> {
  const judged: Judged[] = []
  const { signal } = new AbortController()
  for (const mail of mails) {
    const prepared = await prepareMail(await rawMail(mail), goldZone)
    const { finding, proposals } = await analyze(prepared, signal)
    // a sentence that calls an appointment off finds none
    const found = proposals.filter(({ method }) => method === 'request')
    const starts = [...prepared.appointments, ...found].flatMap(({ time }) =>
      time.kind === 'instant' ? [new Date(time.start).toISOString()] : [],
    )
    judged.push({ mail, finding, isSuspicious: isSuspicious(prepared.message), starts })
  }
  return judged
}
