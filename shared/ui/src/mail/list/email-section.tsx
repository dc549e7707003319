import { BarChart3, Mail } from 'lucide-react'
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from '../../primitives/button.tsx'
import { lazyPart } from '../../primitives/lazy-part.ts'
import { Skeleton } from '../../primitives/loading.tsx'
import { useCards } from '../../settings/settings.ts'
import { moveFocus, useKeys } from '../../shell/keys.ts'
import type { CardSetting } from '../card/card-setting.ts'
import { LoadFailed } from '../card/email-card.tsx'
import { mailCopy } from '../mail-copy.ts'
import { useMailStatus, useWholeMailStatus } from '../mail-status.ts'
import { isSyncing, useSync } from '../sync/mail-sync.ts'
import { SyncCard } from '../sync/sync-card.tsx'
import { useViewCounts } from '../view-counts.ts'
import { EmailList, type InsightsProps } from './email-list.tsx'
import { LeftOverEvents } from './left-over-events.tsx'
import type { MailsProps } from './mail-list.tsx'
import { MailToolbar } from './mail-toolbar.tsx'
import { useEmailActions } from './use-email-actions.ts'
import {
  type EmailFilter,
  type FilterLinks,
  type FilterPlace,
  noFilter,
  useEmailFilter,
} from './use-email-filter.ts'
import { useSyncKey } from './use-email-keys.ts'
import { FEW_MAILS, useMailPages } from './use-mail-pages.ts'
import './mail-list.css'

// nobody waits for it whose mails are cards
const MailBrowser = lazyPart(async () => (await import('./mail-browser.tsx')).MailBrowser)

interface EmailSectionProps {
  readonly filterPlace: FilterPlace
  /** Whether mailbox and calendar are connected; if not, only what is stored is shown. */
  readonly canSync?: boolean
  /** Whether there is anything to show of mails. */
  readonly isShown?: boolean
  /** Whether single keys such as `j` do something. */
  readonly hasSingleKeys?: boolean
  /** Whether mails can be whole cards: a few of them always, more by choice. */
  readonly hasCards?: boolean
  /** What all emails together say. */
  readonly Insights: ComponentType<InsightsProps>
  /** Stands at the beginning of the first line. */
  readonly lead?: ReactNode
  /** Stands between the first line and the mails: banners and set-up. */
  readonly children?: ReactNode
}

/**
 * "Email Sync & Analysis": the sync and the emails. Shows nothing of them before they are known.
 * Needs a `MailProvider` above it.
 */
export function EmailSection(props: EmailSectionProps) {
  const {
    filterPlace,
    canSync = true,
    isShown = true,
    hasSingleKeys = false,
    hasCards = false,
  } = props
  const { data: status } = useMailStatus()
  const views = useViewCounts(isShown)
  const links = useEmailFilter(filterPlace)
  const [[first, last], see] = useState([0, 0])
  const onSee = useCallback((from: number, to: number) => see([from, to]), [])
  const { list, failed } = useMailPages(links.filter, first, last)
  const { state: sync, start, cancel } = useSync()
  const actions = useEmailActions()
  useSyncKey(hasSingleKeys && isShown)
  const { composeUrl = '', canSaveDrafts = false, provider = null } = status?.mailbox ?? {}
  const setting = useMemo(
    () => ({ actions, composeUrl, canSaveDrafts, provider }),
    [actions, composeUrl, canSaveDrafts, provider],
  )
  const known = isShown && status && views && list ? { status, views, list } : null
  const everything = views?.everything ?? 0
  // a sync that runs can be cancelled whatever is lost meanwhile
  const hasSync = known !== null && (canSync || isSyncing(sync))
  const isInsights = links.filter.view === 'insights'

  return (
    <div className="mail-section">
      <div
        role="toolbar"
        aria-label={mailCopy.syncTitle}
        onKeyDown={(event) =>
          moveFocus(event, [...event.currentTarget.querySelectorAll<HTMLElement>(':enabled')])
        }
        className="mail-bar"
      >
        {props.lead}
        {hasSync && (
          <SyncCard
            sync={sync}
            lastSync={known.status.lastSync}
            emails={[...known.list.rows.values()].map(({ status: how, ...row }) => ({
              ...row,
              analyzed: how === 'analyzed',
            }))}
            onSync={start}
            onCancel={cancel}
          >
            {everything > 0 && (
              <Button
                variant="ghost"
                size="sm"
                tabIndex={-1}
                aria-pressed={isInsights}
                onClick={() => links.change({ view: isInsights ? 'everything' : 'insights' }, true)}
              >
                <BarChart3 aria-hidden="true" />
                <span className="sync-label">{mailCopy.insights}</span>
              </Button>
            )}
          </SyncCard>
        )}
      </div>
      {props.children}
      {isShown && failed && !list && <LoadFailed onRetry={failed} />}
      {known && everything === 0 && canSync && !isSyncing(sync) && (
        <NoEmails hasSynced={known.status.lastSync !== null} />
      )}
      {known && everything > 0 && isInsights && (
        <InsightsPage Insights={props.Insights} links={links} setting={setting} />
      )}
      {known && everything > 0 && !isInsights && (
        <EmailBrowser
          list={known.list}
          everything={everything}
          setting={setting}
          analyzingId={sync.current?.emailId ?? null}
          links={links}
          hasSingleKeys={hasSingleKeys}
          hasCards={hasCards}
          onSee={onSee}
        />
      )}
      {known && isSyncing(sync) && known.status.lastSync === null && !isInsights && (
        <p className="p-4 text-center text-text-3 tabular-nums">
          {mailCopy.reading(sync.analyzed, sync.total)}
        </p>
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

interface InsightsPageProps extends Pick<EmailSectionProps, 'Insights'> {
  readonly links: FilterLinks
  readonly setting: CardSetting
}

/** What all mails say together: the one place that asks for all of them. */
function InsightsPage({ Insights, links, setting }: InsightsPageProps) {
  const { data: status } = useWholeMailStatus()
  const { change } = links
  const open = useCallback((mail: string) => change({ ...noFilter, mail }, true), [change])
  if (!status) return <Skeleton className="h-28" />
  return (
    <div className="@container">
      <LeftOverEvents emails={status.emails} onAdd={setting.actions.addEvent} />
      <Suspense fallback={<Skeleton className="h-28" />}>
        <Insights emails={status.emails} links={links} onOpenEmail={open} />
      </Suspense>
    </div>
  )
}

interface EmailBrowserProps extends Omit<MailsProps, 'filter' | 'change'> {
  readonly links: FilterLinks & { readonly filter: EmailFilter }
  readonly hasCards: boolean
}

/** The emails of the mailbox, with views and filters: a few as cards, more as the user has chosen. */
function EmailBrowser({ links, hasCards, ...others }: EmailBrowserProps) {
  const { list, everything, hasSingleKeys } = others
  const { filter, change } = links
  const search = useRef<HTMLInputElement>(null)
  const cards = useCards()
  const isChoice = hasCards && everything > FEW_MAILS
  useKeys({ 'mail.search': () => search.current?.focus() }, { isEnabled: hasSingleKeys })
  const toolbar = (
    <MailToolbar
      filter={filter}
      list={list}
      searchRef={search}
      onChange={(parts) => change({ ...parts, mail: '' })}
      onLeaveSearch={() => search.current?.blur()}
      cards={isChoice ? cards : undefined}
    />
  )
  return hasCards && (cards[0] || !isChoice) ? (
    <>
      {toolbar}
      <EmailList {...others} filter={filter} change={change} />
    </>
  ) : (
    <Suspense fallback={toolbar}>
      <MailBrowser {...others} filter={filter} change={change}>
        {toolbar}
      </MailBrowser>
    </Suspense>
  )
}
