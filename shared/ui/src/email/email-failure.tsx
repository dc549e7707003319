import { Button } from '../primitives/button.tsx'
import { ErrorBox } from '../primitives/error-box.tsx'
import type { EmailProps } from './card-setting.ts'
import { emailCopy } from './email-copy.ts'
import { useAction } from './use-action.ts'

/** Why an email could not be analysed, and a way to try again. */
export function EmailFailure({ email, setting }: EmailProps) {
  const retry = useAction(setting.actions.retry, emailCopy.retryFailed)
  return (
    <ErrorBox
      className="mt-3"
      action={
        <Button size="sm" disabled={retry.isRunning} onClick={() => retry.run(email.id)}>
          {retry.isRunning ? emailCopy.retrying : emailCopy.retry}
        </Button>
      }
    >
      {retry.error ?? email.failure ?? emailCopy.analysisFailed}
    </ErrorBox>
  )
}
