import type { Email } from '@shortlist/contracts/mail'
import { Mail } from 'lucide-react'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../primitives/button.tsx'
import type { CardSetting } from '../card/card-setting.ts'
import { mailCopy } from '../mail-copy.ts'
import { useMailStatus } from '../mail-status.ts'
import { isSyncing, useSync } from '../sync/mail-sync.ts'
import { SyncCard } from '../sync/sync-card.tsx'
import { EmailFilters } from './email-filters.tsx'
import { EmailList, type EmailListHandle, type EmailLook } from './email-list.tsx'
import { LeftOverEvents } from './left-over-events.tsx'
import { useEmailActions } from './use-email-actions.ts'
import {
  countEmails,
  type FilterLinks,
  type FilterPlace,
  noFilter,
  orderEmails,
  useEmailFilter,
} from './use-email-filter.ts'
import { useEmailKeys, useSyncKey } from './use-email-keys.ts'

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

/** Stands where cards will be; the sync button above is the only thing to do. */
function NoEmails({ hasSynced }: { readonly hasSynced: boolean }) {
  return (
    <div className="rise grid justify-items-center gap-2 py-12 text-center">
      <span className="grid size-14 place-items-center rounded-lg bg-surface-2 text-text-3">
        <Mail aria-hidden="true" className="size-6" />
      </span>
      <h3 className="text-card font-semibold">
        {hasSynced ? mailCopy.emptyMailbox : mailCopy.nothingYet}
      </h3>
      {!hasSynced && <p className="text-text-3">{mailCopy.nothingYetText}</p>}
    </div>
  )
}

interface EmailBrowserProps {
  /** Newest first. */
  readonly emails: readonly Email[]
  readonly setting: CardSetting
  /** The email that the running sync is at. */
  readonly analyzingId: string | null
  readonly filterPlace: FilterPlace
  readonly hasSingleKeys: boolean
  readonly look: EmailLook
}

/** The emails of the mailbox, with filters, and with plots of what they say. */
function EmailBrowser(props: EmailBrowserProps) {
  const { emails, setting, analyzingId, filterPlace, hasSingleKeys, look } = props
  const { Insights } = look
  const links = useEmailFilter(filterPlace)
  const { filter, change } = links
  const list = useRef<EmailListHandle>(null)
  const { shown, counts } = useMemo(
    () => ({ shown: orderEmails(emails, filter), counts: countEmails(emails, filter) }),
    [emails, filter],
  )
  const focus = useCallback((emailId: string) => list.current?.focus(emailId), [])
  const open = useOpenEmail(shown, focus, change)
  useEmailKeys({
    isEnabled: hasSingleKeys,
    emails: shown,
    onMove: focus,
    onPriority: (priority) => change({ priority }),
  })

  return (
    <div className="email-columns">
      <Suspense fallback={<aside />}>
        <Insights emails={emails} links={links} onOpenEmail={open} />
      </Suspense>
      <div className="min-w-0">
        <EmailFilters
          filter={filter}
          counts={counts}
          shown={shown.length}
          total={emails.length}
          onChange={change}
        />
        <LeftOverEvents emails={emails} onAdd={setting.actions.addEvent} />
        {shown.length === 0 ? (
          <NoMatch onClear={() => change({ ...noFilter, sort: filter.sort })} />
        ) : (
          <EmailList
            ref={list}
            emails={shown}
            setting={setting}
            analyzingId={analyzingId}
            look={look}
          />
        )}
      </div>
    </div>
  )
}

/** Brings the card of an email to sight; one that the filter hides is shown first. */
function useOpenEmail(
  shown: readonly Email[],
  focus: (emailId: string) => void,
  change: FilterLinks['change'],
): (emailId: string) => void {
  const [wanted, setWanted] = useState<string | null>(null)
  const isThere = wanted !== null && shown.some(({ id }) => id === wanted)

  useEffect(() => {
    if (wanted === null) return
    if (isThere) {
      focus(wanted)
      setWanted(null)
    } else {
      change(noFilter)
    }
  }, [wanted, isThere, focus, change])

  return setWanted
}

function NoMatch({ onClear }: { readonly onClear: () => void }) {
  return (
    <div className="mt-10 flex flex-col items-center gap-3 text-text-3">
      <p>{mailCopy.noMatch}</p>
      <Button size="sm" onClick={onClear}>
        {mailCopy.clearFilters}
      </Button>
    </div>
  )
}
