import type { MailWarning } from '@shortlist/contracts/mail'
import { TriangleAlert } from 'lucide-react'
import { Badge } from '../primitives/badge.tsx'
import { emailCopy } from './email-copy.ts'

interface EmailWarningsProps {
  readonly warnings: readonly MailWarning[]
}

/** What to be careful about in a mail: a word and a sentence each. */
export function EmailWarnings({ warnings }: EmailWarningsProps) {
  if (warnings.length === 0) return null
  return (
    <ul aria-label={emailCopy.warningsLabel} className="mt-2">
      {warnings.map((warning) => (
        <li key={warning} className="mt-1 flex flex-wrap items-center gap-2 text-meta text-text-2">
          <Badge tone={warning === 'suspicious' ? 'bad' : 'warn'}>
            <TriangleAlert aria-hidden="true" />
            {emailCopy.warnings[warning].name}
          </Badge>
          {emailCopy.warnings[warning].sentence}
        </li>
      ))}
    </ul>
  )
}
