import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from '../client-provider.tsx'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { Dialog } from '../primitives/dialog.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { PasswordField } from '../primitives/password-field.tsx'
import { PasswordQuestion, useAction } from '../primitives/use-action.ts'
import { confirmCopy, settingsCopy } from '../settings-copy.ts'

/** Where acts below want the password of the account anew, it is asked for in a dialog. */
export function PasswordQuestions({ children }: { readonly children: ReactNode }) {
  const asked = useRef<PromiseWithResolvers<boolean>>(undefined)
  const [isAsking, setAsking] = useState(false)
  // who asks while it is asked already waits for the same answer
  const ask = useCallback(() => {
    asked.current ??= Promise.withResolvers<boolean>()
    setAsking(true)
    return asked.current.promise
  }, [])

  function end(isEntered: boolean): void {
    asked.current?.resolve(isEntered)
    asked.current = undefined
    setAsking(false)
  }

  return (
    <>
      <PasswordQuestion value={ask}>{children}</PasswordQuestion>
      {isAsking && (
        <Dialog
          title={confirmCopy.title}
          description={confirmCopy.text}
          closeLabel={copy.chatList.cancel}
          onClose={() => end(false)}
        >
          <PasswordForm onEnd={end} />
        </Dialog>
      )}
    </>
  )
}

function PasswordForm({ onEnd }: { readonly onEnd: (isEntered: boolean) => void }) {
  const { accounts } = useClient()
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const confirming = useAction(accounts.confirm, settingsCopy.failed)
  useEffect(() => field.current?.focus(), [])

  async function enter(event: FormEvent): Promise<void> {
    event.preventDefault()
    // a form in a portal is still within the form that asked
    event.stopPropagation()
    if (await confirming.run(password)) onEnd(true)
  }

  return (
    <form className="grid gap-4 p-5" onSubmit={(event) => void enter(event)}>
      <PasswordField
        ref={field}
        label={copy.auth.password}
        name="password"
        required
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <ErrorLine error={confirming.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={confirming.isRunning}>
          {confirmCopy.confirm}
        </Button>
        <Button onClick={() => onEnd(false)}>{copy.chatList.cancel}</Button>
      </div>
    </form>
  )
}
