import type { Email } from '@shortlist/contracts/mail'
import type { EmailProps } from '@shortlist/ui/mail/card/card-setting'
import {
  EmailDetails,
  EmailFailure,
  EmailFrame,
  EmailOrigin,
  EmailTags,
  EmailWarnings,
  senderOf,
  titleOf,
} from '@shortlist/ui/mail/card/email-card.tsx'
import type { EmailCardProps } from '@shortlist/ui/mail/list/email-list.tsx'
import { mailCopy } from '@shortlist/ui/mail/mail-copy'
import { formatDay } from '@shortlist/ui/mail/mail-times.tsx'
import { cn } from '@shortlist/ui/primitives/class-names'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { createContext, memo, type ReactNode, use, useId, useState } from 'react'

/** One email as little as tells what it is; its title opens all the rest. */
export const FoldedCard = memo(function FoldedCard(props: EmailCardProps) {
  const { email, setting, isAnalyzing = false } = props
  const title = useId()
  const details = useId()
  const [isOpen, setOpen] = useOpenCard(email.id)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <EmailFrame email={email} titleId={title} isAnalyzing={isAnalyzing}>
      <h3 className="font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? details : undefined}
          data-key={isOpen ? undefined : 'o'}
          onClick={() => setOpen(!isOpen)}
          className={cn(
            'flex w-full cursor-pointer items-start gap-1 rounded-sm text-start',
            // a folded card can be pressed anywhere
            !isOpen && 'after:absolute after:inset-0 after:rounded-lg',
          )}
        >
          <Chevron aria-hidden="true" className="mt-0.75 -ml-1 size-4 shrink-0 text-text-3" />
          <span
            id={title}
            dir="auto"
            className={cn('min-w-0 flex-1 wrap-anywhere', !isOpen && 'line-clamp-2')}
          >
            {titleOf(email)}
          </span>
        </button>
      </h3>
      {isOpen ? <EmailOrigin email={email} /> : <ShortOrigin email={email} />}
      {email.analyzed && (
        <div className="relative mt-1.5 w-fit">
          <EmailTags email={email} setting={setting} />
        </div>
      )}
      <EmailWarnings warnings={email.warnings} />
      {isOpen ? (
        <div id={details}>
          <EmailDetails email={email} setting={setting} />
        </div>
      ) : (
        <Gist email={email} setting={setting} />
      )}
    </EmailFrame>
  )
})

/** Who wrote an email, as far as one line holds it, and on which day. */
function ShortOrigin({ email }: { readonly email: Email }) {
  return (
    <p className="mt-0.5 flex gap-3 text-meta text-text-3">
      <bdi className="min-w-0 flex-1 truncate">{senderOf(email)}</bdi>
      <time dateTime={email.date}>{formatDay(email.date)}</time>
    </p>
  )
}

/** Two lines of what the analysis says, that it is awaited, or that it failed. */
function Gist({ email, setting }: EmailProps) {
  const { status, analysis, summary } = email
  if (status === 'failed') {
    return (
      <div className="relative">
        <EmailFailure email={email} setting={setting} />
      </div>
    )
  }
  if (status === 'pending' && !analysis) {
    return (
      <p className="mt-1.5 text-meta">
        <span className="shimmer-text">{mailCopy.pending}</span>
      </p>
    )
  }
  return (
    <p dir="auto" className="mt-1.5 line-clamp-2 text-meta text-text-2 wrap-anywhere">
      {summary || mailCopy.complete}
    </p>
  )
}

const OpenCardsContext = createContext<Set<string> | null>(null)

/** Remembers which cards are open, also of those that do not exist for a while. */
export function OpenCards({ children }: { readonly children: ReactNode }) {
  const [open] = useState(() => new Set<string>())
  return <OpenCardsContext value={open}>{children}</OpenCardsContext>
}

/** Whether the card of an email is open; throws outside `OpenCards`. */
function useOpenCard(emailId: string): [boolean, (isOpen: boolean) => void] {
  const open = use(OpenCardsContext)
  if (!open) throw new Error('useOpenCard needs OpenCards above it')
  const [isOpen, setOpen] = useState(open.has(emailId))

  function choose(next: boolean): void {
    if (next) open?.add(emailId)
    else open?.delete(emailId)
    setOpen(next)
  }

  return [isOpen, choose]
}
