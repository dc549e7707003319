import { useMemo } from 'react'
import './email.css'
import { EmailBrowser } from './email-browser.tsx'
import { useSync } from './mail-provider.tsx'
import { NoEmails } from './no-emails.tsx'
import { SyncCard } from './sync-card.tsx'
import { useEmailActions } from './use-email-actions.ts'
import type { FilterPlace } from './use-email-filter.ts'
import { useMailStatus } from './use-mail-status.ts'

interface EmailSectionProps {
  readonly filterPlace: FilterPlace
  /** Whether single keys such as `j` do something. */
  readonly hasSingleKeys?: boolean
}

/**
 * "Email Sync & Analysis": the sync and the emails. For a mailbox and a calendar that are connected;
 * shows nothing before the first status has come. Needs a `MailProvider` above it.
 */
export function EmailSection({ filterPlace, hasSingleKeys = false }: EmailSectionProps) {
  const { data: status } = useMailStatus()
  const { state: sync, start, cancel } = useSync()
  const actions = useEmailActions()
  const { composeUrl = '', canSaveDrafts = false } = status?.mailbox ?? {}
  const setting = useMemo(
    () => ({ actions, composeUrl, canSaveDrafts }),
    [actions, composeUrl, canSaveDrafts],
  )

  if (!status) return null
  const { emails, lastSync } = status
  return (
    <div className="@container">
      <SyncCard sync={sync} lastSync={lastSync} emails={emails} onSync={start} onCancel={cancel} />
      {emails.length === 0 ? (
        <NoEmails hasSynced={lastSync !== null} />
      ) : (
        <EmailBrowser
          emails={emails}
          setting={setting}
          analyzingId={sync.current?.emailId ?? null}
          filterPlace={filterPlace}
          hasSingleKeys={hasSingleKeys}
        />
      )}
    </div>
  )
}
