import { copy } from '@shortlist/ui/copy'
import { CalendarCheck, Inbox, type LucideIcon, MessagesSquare } from 'lucide-react'
import './purpose.css'

const icons: readonly LucideIcon[] = [Inbox, CalendarCheck, MessagesSquare]

/** What this is, for somebody who sees it before anybody has an account. */
export function Purpose() {
  return (
    <section aria-labelledby="purpose" className="purpose rise">
      <h2 id="purpose">{copy.auth.purpose}</h2>
      <ul>
        {copy.auth.purposes.map(([name, text], at) => {
          const Icon = icons[at] ?? Inbox
          return (
            <li key={name}>
              <Icon aria-hidden="true" />
              <strong>{name}</strong> {text}
            </li>
          )
        })}
      </ul>
      <p>{copy.auth.neverSent}</p>
      <details>
        <summary>{copy.auth.whatIsStored}</summary>
        <ul>
          {copy.auth.stored.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </section>
  )
}
