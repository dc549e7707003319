import type { EventProposal } from '@shortlist/contracts/calendar'
import type { Finding } from '@shortlist/contracts/mail'
import type { Analyze, AnalyzedMail, MailToAnalyze } from '../src/mail/ports.ts'

/** What is found in every mail unless a test says otherwise. */
export const finding: Finding = {
  priority: 'medium',
  category: 'job_application',
  sentiment: 'neutral',
  hasInterview: false,
  hasDeadline: false,
  summary: 'A letter.',
  actionItems: ['Read it'],
  draftResponse: 'Thank you.',
  analyzer: 'rules',
}

/** An appointment that may be found. */
export const proposal: EventProposal = {
  source: 'rules',
  method: 'request',
  uid: null,
  sequence: 0,
  recurrenceId: null,
  stamp: null,
  summary: 'Interview',
  location: 'Zürich',
  time: {
    kind: 'instant',
    start: '2026-12-01T09:00:00.000Z',
    end: '2026-12-01T10:00:00.000Z',
    timeZone: 'Europe/Zurich',
  },
  evidence: 'on 1 December at 10:00',
  isProven: true,
}

export interface ScriptedAnalysis {
  /** Subjects in the order in which they were asked about. */
  readonly asked: readonly string[]
  /** How many were being analysed at once at most. */
  readonly peak: number
  readonly analyze: Analyze
  /** What a mail is answered from now on; at once and the same for all unless told otherwise. */
  answer(mail: MailToAnalyze, signal: AbortSignal): Promise<AnalyzedMail>
  /** Mails wait from now on; the returned function lets them go, `reached` resolves at that many. */
  hold(mails: number): { readonly reached: Promise<void>; readonly release: () => void }
}

/** An analyser that finds what a test tells it to. */
export function scriptedAnalysis(): ScriptedAnalysis {
  const asked: string[] = []
  let [running, peak] = [0, 0]
  let held: { mails: number; reach: () => void; released: Promise<void> } | undefined

  const script: ScriptedAnalysis = {
    asked,
    get peak() {
      return peak
    },
    answer: async () => ({ finding, proposals: [] }),
    hold(mails) {
      const reached = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      held = { mails, reach: reached.resolve, released: released.promise }
      const release = () => {
        held = undefined
        released.resolve()
      }
      return { reached: reached.promise, release }
    },
    async analyze(mail, signal) {
      asked.push(mail.message.subject)
      running += 1
      peak = Math.max(peak, running)
      try {
        if (held) {
          if (running >= held.mails) held.reach()
          await Promise.race([held.released, aborted(signal)])
        }
        return await script.answer(mail, signal)
      } finally {
        running -= 1
      }
    },
  }
  return script
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
