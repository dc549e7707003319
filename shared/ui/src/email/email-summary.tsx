import { BODY_PREVIEW_CHARACTERS } from '@shortlist/contracts/limits'
import type { Analysis, Email, Sentiment } from '@shortlist/contracts/mail'
import { Frown, type LucideIcon, Meh, Smile } from 'lucide-react'
import type { ReactNode } from 'react'
import { mailCopy } from '../mail-copy.ts'
import { Badge, type BadgeTone } from '../primitives/badge.tsx'
import { ActionItems } from './action-items.tsx'
import type { EmailProps } from './card-setting.ts'
import { emailCopy } from './email-copy.ts'
import { EmailExplanation } from './email-explanation.tsx'
import { EmailFailure } from './email-failure.tsx'
import { truncate } from './truncate.ts'

/** What the analysis says about an email, that it is awaited, or that it failed. */
export function EmailSummary({ email, setting }: EmailProps) {
  const { analysis, status } = email
  return (
    <>
      {status === 'failed' && <EmailFailure email={email} setting={setting} />}
      {status === 'pending' && !analysis && (
        <Box>
          <span className="shimmer-text">{mailCopy.pending}</span>
        </Box>
      )}
      {(status === 'analyzed' || analysis) && (
        <Findings email={email} analysis={analysis} setting={setting} />
      )}
    </>
  )
}

function Box({ children }: { readonly children: ReactNode }) {
  return <div className="mt-3 rounded-md bg-surface-2 p-3 text-ui">{children}</div>
}

interface FindingsProps extends EmailProps {
  readonly analysis: Analysis | null
}

function Findings({ email, setting, analysis }: FindingsProps) {
  const whole = email.summary || mailCopy.complete
  // the reasons stand in its place; without them the box would be empty
  const summary = analysis?.explanation ? withoutShown(whole, email) : whole
  return (
    <Box>
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <h4 className="text-caption font-semibold text-text-2">{mailCopy.summary}</h4>
        {analysis && <Chips analysis={analysis} />}
      </div>
      {summary && (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {summary}
        </p>
      )}
      {analysis && <EmailExplanation email={email} analysis={analysis} setting={setting} />}
      {analysis && <ActionItems emailId={email.id} items={analysis.actionItems} />}
    </Box>
  )
}

/** The sentences of a summary that the card does not show above it, as the beginning of the mail. */
function withoutShown(summary: string, { bodyPreview }: Email): string {
  const shown = lettersOf(truncate(bodyPreview, BODY_PREVIEW_CHARACTERS))
  const sentences = summary.split(/(?<=[.!?…])\s+/)
  return sentences.filter((sentence) => !shown.includes(lettersOf(sentence))).join(' ')
}

/** Case, spaces and full stops differ where a sentence is quoted. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

interface Look {
  readonly icon: LucideIcon
  readonly tone: BadgeTone
}

const sentiments: Readonly<Record<Sentiment, Look>> = {
  positive: { icon: Smile, tone: 'ok' },
  neutral: { icon: Meh, tone: 'neutral' },
  negative: { icon: Frown, tone: 'bad' },
}

function Chips({ analysis }: { readonly analysis: Analysis }) {
  const { sentiment, hasInterview, hasDeadline, analyzer } = analysis
  const { icon: Icon, tone } = sentiments[sentiment]
  return (
    <>
      <Badge tone={tone}>
        <Icon aria-hidden="true" />
        {sentiment}
      </Badge>
      {hasInterview && <Badge tone="accent">{emailCopy.interview}</Badge>}
      {hasDeadline && <Badge tone="warn">{emailCopy.deadline}</Badge>}
      <Badge>{emailCopy[analyzer]}</Badge>
    </>
  )
}
