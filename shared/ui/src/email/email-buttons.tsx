import { ExternalLink } from 'lucide-react'
import { mailCopy } from '../mail-copy.ts'
import { Button } from '../primitives/button.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import type { CardSetting, EmailProps } from './card-setting.ts'
import { composeLink } from './compose-link.ts'
import { emailCopy } from './email-copy.ts'
import { formatDate } from './format-date.ts'
import { safeLink } from './safe-link.ts'
import { useAction } from './use-action.ts'

interface EmailButtonsProps extends EmailProps {
  /** The reply as it reads at present; null where none is proposed. */
  readonly draft: string | null
}

/** Opens the mail at its provider, and takes the reply to a compose window or the Drafts folder. */
export function EmailButtons({ email, setting, draft }: EmailButtonsProps) {
  const { id, replyTo: to, subject } = email
  const view = safeLink(email.webLink)
  const compose = draft && composeLink(setting.composeUrl, { to, subject, body: draft })
  const canSave = draft !== null && setting.canSaveDrafts

  if (!view && !compose && !canSave) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {view && (
        <Button size="sm" asChild>
          <a href={view} target="_blank" rel="noopener noreferrer" data-key="v">
            <ExternalLink aria-hidden="true" />
            {mailCopy.view}
          </a>
        </Button>
      )}
      {compose && (
        <Button variant="primary" size="sm" asChild>
          <a
            href={compose}
            target={compose.startsWith('mailto:') ? undefined : '_blank'}
            rel="noopener noreferrer"
            data-key="u"
          >
            {mailCopy.useDraft}
          </a>
        </Button>
      )}
      {canSave && (
        <SaveDraft emailId={id} savedAt={email.draftSavedAt} draft={draft} {...setting} />
      )}
    </div>
  )
}

interface SaveDraftProps extends Pick<CardSetting, 'actions'> {
  readonly emailId: string
  readonly savedAt: string | null
  readonly draft: string
}

function SaveDraft({ emailId, savedAt, draft, actions }: SaveDraftProps) {
  const save = useAction(actions.saveDraft, emailCopy.saveFailed)
  return (
    <>
      <Button
        size="sm"
        disabled={save.isRunning || draft.trim() === ''}
        onClick={() => save.run(emailId, draft)}
      >
        {save.isRunning ? emailCopy.savingDraft : emailCopy.saveDraft}
      </Button>
      <span role="status" className="text-caption text-text-3">
        {savedAt && !save.error && `${emailCopy.draftSaved} · ${formatDate(savedAt)}`}
      </span>
      <ErrorLine error={save.error} className="text-caption" />
    </>
  )
}
