import type { Email } from '@shortlist/contracts/mail'
import { useRef } from 'react'
import { Button } from '../primitives/button.tsx'
import type { CardSetting } from './card-setting.ts'
import { countEmails } from './count-emails.ts'
import { emailCopy } from './email-copy.ts'
import { EmailFilters } from './email-filters.tsx'
import { EmailList, type EmailListHandle } from './email-list.tsx'
import { noFilter } from './matches-filter.ts'
import { orderEmails } from './order-emails.ts'
import { type FilterPlace, useEmailFilter } from './use-email-filter.ts'

interface EmailBrowserProps {
  /** Newest first. */
  readonly emails: readonly Email[]
  readonly setting: CardSetting
  readonly analyzingId: string | null
  readonly filterPlace: FilterPlace
}

/** The emails of the mailbox, with filters and with plots of what they say. */
export function EmailBrowser({ emails, setting, analyzingId, filterPlace }: EmailBrowserProps) {
  const { filter, change } = useEmailFilter(filterPlace)
  const list = useRef<EmailListHandle>(null)
  const shown = orderEmails(emails, filter)

  return (
    <div>
      <EmailFilters
        filter={filter}
        counts={countEmails(emails, filter)}
        shown={shown.length}
        total={emails.length}
        onChange={change}
      />
      {shown.length === 0 ? (
        <NoMatch onClear={() => change({ ...noFilter, sort: filter.sort })} />
      ) : (
        <EmailList ref={list} emails={shown} setting={setting} analyzingId={analyzingId} />
      )}
    </div>
  )
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
