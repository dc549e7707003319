import type { Mode } from '@shortlist/contracts/chat'
import { lookUps, suggestions } from '@shortlist/contracts/suggestions'
import { useHealth } from '../connection/use-health.ts'

interface SuggestionsProps {
  readonly mode: Mode
  /** Two of them, where they stand beside something else. */
  readonly isShort?: boolean
  /** Hears what is to stand in the box; it is not sent. */
  readonly onChoose: (question: string) => void
  readonly className: string
}

/** Questions that can be answered now: until it is known what answers, those that guides answer. */
export function Suggestions({ mode, isShort = false, onChoose, className }: SuggestionsProps) {
  const engine = useHealth()?.engine
  const hasModel = engine !== undefined && engine.kind !== 'built-in'
  const all = suggestions[mode][hasModel ? 'model' : 'guides']
  const shown = isShort
    ? all.filter(({ question }) => question !== lookUps.deadlines).slice(0, 2)
    : all
  return (
    <ul className={`grid gap-3 ${className}`}>
      {shown.map(({ question, material }) => (
        <li key={question}>
          <button
            type="button"
            onClick={() => onChoose(material ? `${question}:\n` : question)}
            className="h-full w-full rounded-lg border border-border bg-surface px-4 py-3 text-left text-sm transition-colors duration-(--t-fast) hover:border-border-strong hover:bg-surface-2"
          >
            {material ? `${question}: ${material}` : question}
          </button>
        </li>
      ))}
    </ul>
  )
}
