import { mailCopy } from '../mail-copy.ts'
import type { EmailCounts } from './count-emails.ts'
import { emailCopy } from './email-copy.ts'
import type { EmailFilter } from './matches-filter.ts'
import { priorities, priorityLooks } from './priorities.ts'

type Choice = EmailFilter['priority']

interface PriorityFilterProps {
  readonly value: Choice
  readonly counts: EmailCounts['byPriority']
  readonly onChange: (value: Choice) => void
}

const choices: readonly Choice[] = ['all', ...priorities]

/** The priorities side by side, with counts, and with lines as long as their shares. */
export function PriorityFilter({ value, counts, onChange }: PriorityFilterProps) {
  return (
    <fieldset aria-label={emailCopy.priority} className="email-priorities segments inline-flex">
      {choices.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === value}
          onClick={() => choice !== value && onChange(choice)}
          className="segment relative flex-1"
        >
          {`${choice === 'all' ? mailCopy.all : choice} `}
          <span className="text-caption text-text-3 tabular-nums">{counts[choice]}</span>
          <span
            aria-hidden="true"
            className="absolute bottom-0 rounded-full transition-[width] duration-(--t-slow)"
            style={lineOf(choice, counts)}
          />
        </button>
      ))}
    </fieldset>
  )
}

/** A tenth at both ends is left out. */
function lineOf(choice: Choice, counts: EmailCounts['byPriority']) {
  const share = counts.all === 0 ? 0 : counts[choice] / counts.all
  const background = choice === 'all' ? 'var(--accent)' : priorityLooks[choice].line
  return { height: 3, left: '10%', width: `${(80 * share).toFixed(1)}%`, background }
}
