import type { Email } from '@shortlist/contracts/mail'
import type { CardSetting } from '@shortlist/ui/mail/card/card-setting'
import { EmailCard } from '@shortlist/ui/mail/card/email-card.tsx'

interface PlainCardsProps {
  readonly emails: readonly Email[]
  readonly setting: CardSetting
}

/** The plain way: the same memoised cards, all of them on the page. */
export function PlainCards({ emails, setting }: PlainCardsProps) {
  return (
    <ul>
      {emails.map((email) => (
        <li key={email.id}>
          <EmailCard email={email} setting={setting} />
        </li>
      ))}
    </ul>
  )
}
