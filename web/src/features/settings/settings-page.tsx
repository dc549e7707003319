import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { modelCopy, settingsCopy } from '@shortlist/ui/settings-copy'
import { shellCopy } from '@shortlist/ui/shell-copy'
import { Suspense } from 'react'
import { paths } from '../../host/paths.ts'
import { PageTitle } from '../../host/replies.tsx'
import { Link, useLocation, useNavigate } from '../../host/router.ts'

const MailboxSettings = lazyPart(
  async () => (await import('@shortlist/ui/settings/mailbox-settings.tsx')).MailboxSettings,
)

const ModelSettings = lazyPart(
  async () => (await import('@shortlist/ui/settings/model-settings.tsx')).ModelSettings,
)

const sections = [
  { to: paths.settings, label: settingsCopy.mailbox },
  { to: paths.modelSettings, label: modelCopy.model },
] as const

/** What the account and the owner of the computer have set; loaded when it is first opened. */
export function SettingsPage() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <div className="settings">
      <PageTitle of={shellCopy.settings} />
      <h2>{shellCopy.settings}</h2>
      <nav aria-label={shellCopy.settings} className="settings-tabs">
        {sections.map(({ to, label }) => (
          <Link key={to} to={to} aria-current={to === pathname ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<PageLoading />}>
        {pathname === paths.modelSettings ? (
          <ModelSettings />
        ) : (
          <MailboxSettings onConnected={() => navigate(paths.mail)} />
        )}
      </Suspense>
    </div>
  )
}
