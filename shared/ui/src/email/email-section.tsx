import { useMemo } from 'react'
import { EmailBrowser } from './email-browser.tsx'
import type { EmailLook } from './email-look.ts'
import { useMailStatus } from './mail-status.ts'
import { isSyncing, useSync } from './mail-sync.ts'
import { NoEmails } from './no-emails.tsx'
import { SyncCard } from './sync-card.tsx'
import { useEmailActions } from './use-email-actions.ts'
import type { FilterPlace } from './use-email-filter.ts'
import { useSyncKey } from './use-email-keys.ts'

interface EmailSectionProps {
  readonly filterPlace: FilterPlace
  /** Whether mailbox and calendar are connected; if not, only what is stored is shown. */
  readonly canSync?: boolean
  /** Whether single keys such as `j` do something. */
  readonly hasSingleKeys?: boolean
  readonly look: EmailLook
}

/**
 * "Email Sync & Analysis": the sync and the emails. Shows nothing before the first status has come.
 * Needs a `MailProvider` above it.
 */
export function EmailSection(props: EmailSectionProps) {
  const { filterPlace, canSync = true, hasSingleKeys = false, look } = props
  const { data: status } = useMailStatus()
  const { state: sync, start, cancel } = useSync()
  const actions = useEmailActions()
  useSyncKey(hasSingleKeys)
  const { composeUrl = '', canSaveDrafts = false } = status?.mailbox ?? {}
  const setting = useMemo(
    () => ({ actions, composeUrl, canSaveDrafts }),
    [actions, composeUrl, canSaveDrafts],
  )

  if (!status) return null
  const { emails, lastSync } = status
  // a sync that runs can be cancelled whatever is lost meanwhile
  const hasSync = canSync || isSyncing(sync)
  return (
    <div className="@container">
      {hasSync && (
        <SyncCard
          sync={sync}
          lastSync={lastSync}
          emails={emails}
          onSync={start}
          onCancel={cancel}
        />
      )}
      {emails.length === 0 ? (
        canSync && !isSyncing(sync) && <NoEmails hasSynced={lastSync !== null} />
      ) : (
        <EmailBrowser
          emails={emails}
          setting={setting}
          analyzingId={sync.current?.emailId ?? null}
          filterPlace={filterPlace}
          hasSingleKeys={hasSingleKeys}
          look={look}
        />
      )}
    </div>
  )
}
