import { BODY_PREVIEW_CHARACTERS } from '@shortlist/contracts/limits'
import type { Email } from '@shortlist/contracts/mail'
import { memo, useId, useState } from 'react'
import type { CardSetting } from './card-setting.ts'
import { DraftResponse } from './draft-response.tsx'
import { EmailButtons } from './email-buttons.tsx'
import { emailCopy } from './email-copy.ts'
import { EmailEvents } from './email-events.tsx'
import { EmailSummary } from './email-summary.tsx'
import { EmailTags } from './email-tags.tsx'
import { EmailWarnings } from './email-warnings.tsx'
import { formatDate } from './format-date.ts'
import { truncate } from './truncate.ts'
import { useDraftText } from './use-draft-text.ts'

/** What a card shows of a subject and of a sender; the rest of such texts says nothing more. */
const maxHeadCharacters = 300

interface EmailCardProps {
  readonly email: Email
  readonly setting: CardSetting
  /** Whether the running sync is at this email. */
  readonly isAnalyzing?: boolean
}

/**
 * One email with what the analysis says and what can be done about it. All texts of the mail are
 * shown as text. It renders again only when its own email changes.
 */
export const EmailCard = memo(function EmailCard(props: EmailCardProps) {
  const { email, setting, isAnalyzing = false } = props
  const title = useId()
  const [isDraftOpen, setDraftOpen] = useState(false)
  const [wasAnalyzed] = useState(email.analyzed)
  const { hasDraft, text, setText } = useDraftText(email)

  return (
    <article
      id={`email-${email.id}`}
      aria-labelledby={title}
      aria-busy={isAnalyzing || undefined}
      tabIndex={-1}
      data-email={email.id}
      data-priority={email.priority ?? undefined}
      data-pending={!email.analyzed || undefined}
      data-finished={(email.analyzed && !wasAnalyzed) || undefined}
      className="email-card"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 id={title} dir="auto" className="min-w-0 text-card font-semibold wrap-anywhere">
          {truncate(email.subject, maxHeadCharacters) || emailCopy.noSubject}
        </h3>
        <EmailTags email={email} setting={setting} />
      </div>
      <p className="mt-0.5 text-meta text-text-3 wrap-anywhere">
        <bdi>{truncate(email.from, maxHeadCharacters) || emailCopy.noSender}</bdi>
        {' · '}
        <time dateTime={email.date}>{formatDate(email.date)}</time>
      </p>
      <EmailWarnings warnings={email.warnings} />
      {email.bodyPreview && (
        <p dir="auto" className="mt-2 text-text-2 wrap-anywhere">
          {truncate(email.bodyPreview, BODY_PREVIEW_CHARACTERS)}
        </p>
      )}
      <EmailSummary email={email} setting={setting} />
      <EmailEvents email={email} setting={setting} />
      {hasDraft && (
        <DraftResponse
          text={text}
          isOpen={isDraftOpen}
          onToggle={setDraftOpen}
          onChange={setText}
        />
      )}
      <EmailButtons email={email} setting={setting} draft={hasDraft ? text : null} />
    </article>
  )
})
