import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { ErrorBox } from '../primitives/error-box.tsx'

interface LoadFailedProps {
  readonly reason: string
  readonly onRetry: () => void
  readonly onBack: () => void
}

/** Stands in the place of a conversation that could not be read. */
export function LoadFailed({ reason, onRetry, onBack }: LoadFailedProps) {
  return (
    <ErrorBox
      action={
        <>
          <Button variant="secondary" size="sm" onClick={onRetry}>
            {copy.chat.retry}
          </Button>
          <Button variant="ghost" size="sm" onClick={onBack}>
            {copy.chat.backShort}
          </Button>
        </>
      }
    >
      {copy.chatList.error(reason)}
    </ErrorBox>
  )
}
