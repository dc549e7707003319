import { mailCopy } from '@shortlist/ui/mail-copy'
import {
  CalendarPlus,
  ChevronsUp,
  Code,
  HardDrive,
  PenLine,
  Radio,
  RefreshCw,
  Sparkles,
} from 'lucide-react'

/** What the assistant does (specification, section 2). */
const features = [
  [RefreshCw, 'Auto sync and analysis', 'New mail is read and analysed as it comes.'],
  [Sparkles, 'AI categorisation', 'From job interview to newsletter, in 13 categories.'],
  [ChevronsUp, 'Priority detection', 'What needs you today is marked high.'],
  [PenLine, 'Draft generation', 'A reply is written; you decide whether it is sent.'],
  [Code, 'Web development focus', 'It knows the mail of developers who look for work.'],
  [Radio, 'Real-time updates', 'Each card changes as soon as its analysis is there.'],
  [HardDrive, 'Local processing', 'Mail and analyses stay on this computer.'],
  [CalendarPlus, 'Automatic calendar event creation', 'Appointments enter your calendar, once.'],
] as const

/** Tells somebody who has not connected everything yet what for. */
export function Features() {
  return (
    <section aria-labelledby="features">
      <h2 id="features" className="mb-3 text-card font-semibold">
        {mailCopy.features}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(230px,1fr))] gap-3">
        {features.map(([Icon, name, text]) => (
          <li key={name} className="rounded-lg border border-border bg-surface p-4">
            <Icon aria-hidden="true" className="size-4 text-accent-text" />
            <h3 className="mt-2 font-medium">{name}</h3>
            <p className="text-meta text-text-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
