import type { Email } from '@shortlist/contracts/mail'
import { type ReactNode, useState } from 'react'

interface EmailFrameProps {
  readonly email: Email
  /** The id of the element that holds its title. */
  readonly titleId: string
  /** Whether the running sync is at this email. */
  readonly isAnalyzing: boolean
  readonly children: ReactNode
}

/** The edge of a card in the colour of its priority; it can have the focus. */
export function EmailFrame({ email, titleId, isAnalyzing, children }: EmailFrameProps) {
  const [wasAnalyzed] = useState(email.analyzed)
  return (
    <article
      id={`email-${email.id}`}
      aria-labelledby={titleId}
      aria-busy={isAnalyzing || undefined}
      tabIndex={-1}
      data-email={email.id}
      data-priority={email.priority ?? undefined}
      data-pending={!email.analyzed || undefined}
      data-finished={(email.analyzed && !wasAnalyzed) || undefined}
      className="email-card"
    >
      {children}
    </article>
  )
}
