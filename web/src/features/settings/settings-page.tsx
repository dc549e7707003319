import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { shellCopy } from '@shortlist/ui/shell-copy'
import { Suspense } from 'react'
import { paths } from '../../host/paths.ts'
import { PageTitle } from '../../host/replies.tsx'
import { useNavigate } from '../../host/router.ts'

const MailboxSettings = lazyPart(
  async () => (await import('@shortlist/ui/settings/mailbox-settings.tsx')).MailboxSettings,
)

/** What the account has set at the daemon; loaded when it is first opened. */
export function SettingsPage() {
  const navigate = useNavigate()
  return (
    <div className="settings">
      <PageTitle of={shellCopy.settings} />
      <h2>{shellCopy.settings}</h2>
      <Suspense fallback={<PageLoading />}>
        <MailboxSettings onConnected={() => navigate(paths.mail)} />
      </Suspense>
    </div>
  )
}
