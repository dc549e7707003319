import { BODY_PREVIEW_CHARACTERS } from '@shortlist/contracts/limits'
import { useState } from 'react'
import type { EmailProps } from './card-setting.ts'
import { DraftResponse } from './draft-response.tsx'
import { EmailButtons } from './email-buttons.tsx'
import { EmailEvents } from './email-events.tsx'
import { EmailSummary } from './email-summary.tsx'
import { truncate } from './truncate.ts'
import { useDraftText } from './use-draft-text.ts'

/** Everything below the head of a card: what the mail says, what was found, what can be done. */
export function EmailDetails({ email, setting }: EmailProps) {
  const [isDraftOpen, setDraftOpen] = useState(false)
  const { hasDraft, text, setText } = useDraftText(email)
  return (
    <>
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
    </>
  )
}
