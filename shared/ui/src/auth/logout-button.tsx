import { CallFailed } from '@shortlist/client/call-failed'
import { LogOut } from 'lucide-react'
import { useTransition } from 'react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { notify } from '../toasts/notify.ts'
import { useSession } from './session.tsx'

/** Ends the session; `onDone` hears it when that has succeeded. */
export function LogoutButton({ onDone }: { readonly onDone: () => void }) {
  const { signOut } = useSession()
  const [isLeaving, startLeaving] = useTransition()
  const leave = () =>
    startLeaving(() =>
      signOut().then(onDone, (error: unknown) => notify('error', signOutFailure(error))),
    )

  return (
    <Button variant="ghost" disabled={isLeaving} onClick={leave} className="w-full justify-start">
      <LogOut aria-hidden="true" />
      {copy.shell.logout}
    </Button>
  )
}

function signOutFailure(error: unknown): string {
  const isRefusal = error instanceof CallFailed && !error.isOffline
  if (isRefusal || !(error instanceof Error)) return copy.auth.signOutFailed
  return copy.auth.signOutFailedBecause(error.message)
}
