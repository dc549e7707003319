import type { EventProposal } from '@shortlist/contracts/calendar'
import type { Category, Finding, Priority } from '@shortlist/contracts/mail'
import type { SavedDraft } from '../ports.ts'
import type { AnalysisLine, MailRow } from './mail-rows.ts'

/** A mail and everything that has become of it. Without a finding it waits for its analysis. */
export interface StoredMail {
  readonly row: MailRow
  readonly finding: Finding | null
  /** Looks like a scam; known once it is analysed. */
  readonly isSuspicious: boolean
  /** Appointments that are still to be placed in the calendar. */
  readonly proposals: readonly EventProposal[]
  /** True once its appointments are in the calendar. */
  readonly isPlaced: boolean
  /** Why its analysis failed, as a sentence. */
  readonly failure: string | null
  /** What the user has set by hand. */
  readonly correction: {
    readonly priority?: Priority | undefined
    readonly category?: Category | undefined
  }
  readonly draft: { readonly saved: SavedDraft; readonly savedAt: string } | null
}

export function newlyStored(row: MailRow): StoredMail {
  return {
    row,
    finding: null,
    isSuspicious: false,
    proposals: [],
    isPlaced: false,
    failure: null,
    correction: {},
    draft: null,
  }
}

/** The mail after a line of its journal. */
export function withLine(mail: StoredMail, line: AnalysisLine): StoredMail {
  switch (line.kind) {
    case 'finding': {
      const { finding, isSuspicious, isPlaced } = line
      const proposals = isPlaced ? [] : line.proposals
      return { ...mail, finding, isSuspicious, proposals, isPlaced, failure: null }
    }
    case 'placed':
      return { ...mail, proposals: [], isPlaced: true }
    case 'failure':
      return { ...mail, failure: line.sentence }
    case 'correction': {
      const { priority, category } = { ...mail.correction, ...defined(line) }
      return { ...mail, correction: { priority, category } }
    }
    case 'draft':
      return { ...mail, draft: { saved: line.draft, savedAt: line.savedAt } }
  }
}

/** The fewest lines that say the same. */
export function linesOf({ row: { id }, ...mail }: StoredMail): readonly AnalysisLine[] {
  const { finding, isSuspicious, proposals, isPlaced, failure, correction, draft } = mail
  const lines: AnalysisLine[] = []
  if (finding) {
    lines.push({ id, kind: 'finding', finding, isSuspicious, proposals: [...proposals], isPlaced })
  } else if (failure !== null) lines.push({ id, kind: 'failure', sentence: failure })
  if (correction.priority || correction.category) {
    lines.push({ id, kind: 'correction', ...defined(correction) })
  }
  if (draft) lines.push({ id, kind: 'draft', draft: draft.saved, savedAt: draft.savedAt })
  return lines
}

function defined({ priority, category }: StoredMail['correction']) {
  return { ...(priority && { priority }), ...(category && { category }) }
}
