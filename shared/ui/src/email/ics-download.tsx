import { Button } from '../primitives/button.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { inTime } from '../primitives/lazy-part.ts'
import type { EmailActions } from './card-setting.ts'
import { emailCopy } from './email-copy.ts'
import { useAction } from './use-action.ts'

interface IcsDownloadProps {
  readonly eventId: string
  readonly actions: EmailActions
}

/** Saves an appointment as a file. */
export function IcsDownload({ eventId, actions }: IcsDownloadProps) {
  if (actions.ics) return <SaveButton eventId={eventId} readIcs={actions.ics} />
  return (
    <Button variant="ghost" size="sm" asChild>
      <a href={actions.icsUrl(eventId)} download>
        {emailCopy.downloadIcs}
      </a>
    </Button>
  )
}

interface SaveButtonProps {
  readonly eventId: string
  readonly readIcs: NonNullable<EmailActions['ics']>
}

function SaveButton({ eventId, readIcs }: SaveButtonProps) {
  const save = useAction(async () => {
    const bytes = await readIcs(eventId)
    const { saveFile } = await inTime(() => import('../save-file.ts'))
    saveFile(bytes, 'event.ics')
  }, emailCopy.icsFailed)

  return (
    <>
      <Button variant="ghost" size="sm" disabled={save.isRunning} onClick={() => save.run()}>
        {emailCopy.downloadIcs}
      </Button>
      <ErrorLine error={save.error} className="text-meta" />
    </>
  )
}
