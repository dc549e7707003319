import type { Email } from '@shortlist/contracts/mail'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../primitives/button.tsx'
import type { CardSetting } from './card-setting.ts'
import { countEmails } from './count-emails.ts'
import { emailCopy } from './email-copy.ts'
import { EmailFilters } from './email-filters.tsx'
import { EmailList } from './email-list.tsx'
import type { EmailListHandle, EmailLook } from './email-look.ts'
import { LeftOverEvents } from './left-over-events.tsx'
import { noFilter } from './matches-filter.ts'
import { orderEmails } from './order-emails.ts'
import { type FilterLinks, type FilterPlace, useEmailFilter } from './use-email-filter.ts'
import { useEmailKeys } from './use-email-keys.ts'

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
export function EmailBrowser(props: EmailBrowserProps) {
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
      <p>{emailCopy.noMatch}</p>
      <Button size="sm" onClick={onClear}>
        {emailCopy.clearFilters}
      </Button>
    </div>
  )
}
