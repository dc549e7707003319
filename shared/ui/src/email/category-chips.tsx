import { mailCopy } from '../mail-copy.ts'
import { categories } from './categories.ts'
import { CategoryIcon } from './category-icon.tsx'
import type { EmailCounts } from './count-emails.ts'
import { emailCopy } from './email-copy.ts'
import type { EmailFilter } from './matches-filter.ts'

interface CategoryChipsProps {
  readonly value: EmailFilter['category']
  readonly counts: EmailCounts['byCategory']
  readonly onChange: (value: EmailFilter['category']) => void
}

const choices = ['all', ...categories] as const

/** The categories side by side, where there is room for them; elsewhere they are a list to open. */
export function CategoryChips({ value, counts, onChange }: CategoryChipsProps) {
  // of a family no chip is pressed
  const reached = choices.find((choice) => choice === value) ?? 'all'
  return (
    <fieldset aria-label={emailCopy.category} className="email-wide mt-2 flex-wrap gap-1">
      {choices.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === value}
          data-key={choice === reached ? 'f' : undefined}
          onClick={() => choice !== value && onChange(choice)}
          className="segment [&_svg]:size-4"
        >
          {choice !== 'all' && <CategoryIcon category={choice} />}
          {`${choice === 'all' ? mailCopy.all : choice} `}
          <span className="text-caption text-text-3 tabular-nums">{counts[choice]}</span>
        </button>
      ))}
    </fieldset>
  )
}
