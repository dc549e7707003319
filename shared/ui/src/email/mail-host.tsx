import type { ReactNode } from 'react'
import { useSession } from '../auth/session.tsx'
import { useBusy } from '../busy.tsx'
import { notify } from '../toasts/notify.ts'
import { MailProvider } from './mail-provider.tsx'

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
