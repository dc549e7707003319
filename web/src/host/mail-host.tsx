import { MailProvider } from '@shortlist/ui/email/mail-provider.tsx'
import type { ReactNode } from 'react'
import { useBusy } from './busy.tsx'
import { notify } from './notify.ts'
import { useSession } from './session.tsx'

/** Keeps a sync for the whole page: it goes on, and locks the menu, on whatever page is shown. */
export function MailHost({ children }: { readonly children: ReactNode }) {
  const { userId, expire } = useSession()
  const { setMailLoading } = useBusy()
  return (
    <MailProvider
      userId={userId}
      onSignedOut={expire}
      onBusyChange={setMailLoading}
      notify={notify}
    >
      {children}
    </MailProvider>
  )
}
