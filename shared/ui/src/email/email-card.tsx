import { memo, useId } from 'react'
import { EmailDetails } from './email-details.tsx'
import { EmailFrame } from './email-frame.tsx'
import { EmailOrigin, titleOf } from './email-head.tsx'
import type { EmailCardProps } from './email-look.ts'
import { EmailTags } from './email-tags.tsx'
import { EmailWarnings } from './email-warnings.tsx'

/**
 * One email with what the analysis says and what can be done about it. All texts of the mail are
 * shown as text. It renders again only when its own email changes.
 */
export const EmailCard = memo(function EmailCard(props: EmailCardProps) {
  const { email, setting, isAnalyzing = false } = props
  const title = useId()
  return (
    <EmailFrame email={email} titleId={title} isAnalyzing={isAnalyzing}>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 id={title} dir="auto" className="min-w-0 text-card font-semibold wrap-anywhere">
          {titleOf(email)}
        </h3>
        <EmailTags email={email} setting={setting} />
      </div>
      <EmailOrigin email={email} />
      <EmailWarnings warnings={email.warnings} />
      <EmailDetails email={email} setting={setting} />
    </EmailFrame>
  )
})
