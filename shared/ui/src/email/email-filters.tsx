import { ChevronDown } from 'lucide-react'
import { mailCopy } from '../mail-copy.ts'
import { Button } from '../primitives/button.tsx'
import { Select } from '../primitives/select.tsx'
import { categories } from './categories.ts'
import { CategoryChips } from './category-chips.tsx'
import { categoryChoices } from './category-icon.tsx'
import type { EmailCounts } from './count-emails.ts'
import { emailCopy } from './email-copy.ts'
import { type EmailFilter, isFiltering, noFilter } from './matches-filter.ts'
import { PriorityFilter } from './priority-filter.tsx'

interface EmailFiltersProps {
  readonly filter: EmailFilter
  readonly counts: EmailCounts
  /** How many emails match, and how many there are. */
  readonly shown: number
  readonly total: number
  readonly onChange: (parts: Partial<EmailFilter>) => void
}

/** Priority, category and order of the emails, and how many of them are left. */
export function EmailFilters({ filter, counts, shown, total, onChange }: EmailFiltersProps) {
  const chooseCategory = (category: EmailFilter['category']) => onChange({ category })
  return (
    <section aria-label={emailCopy.filters} className="mb-3">
      <div className="flex flex-wrap items-center gap-2">
        <PriorityFilter
          value={filter.priority}
          counts={counts.byPriority}
          onChange={(priority) => onChange({ priority })}
        />
        <Select
          label={emailCopy.categoryValue(filter.category)}
          value={filter.category}
          choices={[
            { value: 'all' as const, label: mailCopy.all, note: counts.byCategory.all },
            ...categoryChoices.map((choice) => ({
              ...choice,
              note: counts.byCategory[choice.value],
            })),
          ]}
          onChange={chooseCategory}
          hotkey="f"
          className="email-narrow"
        >
          {emailCopy.categoryValue(filter.category)}
          <ChevronDown aria-hidden="true" />
        </Select>
        <Select
          label={emailCopy.sortValue(emailCopy.sorts[filter.sort])}
          value={filter.sort}
          choices={sortChoices}
          onChange={(sort) => onChange({ sort })}
        >
          {emailCopy.sortValue(emailCopy.sorts[filter.sort])}
          <ChevronDown aria-hidden="true" />
        </Select>
      </div>
      <CategoryChips value={filter.category} counts={counts.byCategory} onChange={chooseCategory} />
      <div className="flex min-h-8 flex-wrap items-center gap-2 text-meta text-text-3">
        <p role="status">
          {emailCopy.showing(shown, total)}
          {isFamily(filter.category) && ` · ${filter.category}`}
          {counts.hiddenPending > 0 && ` · ${emailCopy.hiddenPending(counts.hiddenPending)}`}
        </p>
        {isFiltering(filter) && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => onChange({ priority: noFilter.priority, category: noFilter.category })}
          >
            {emailCopy.clear}
          </Button>
        )}
      </div>
    </section>
  )
}

/** A family has no place of its own among the controls. */
function isFamily(category: EmailFilter['category']): boolean {
  return category !== 'all' && !categories.some((each) => each === category)
}

const sortChoices = (['newest', 'priority'] as const).map((value) => ({
  value,
  label: emailCopy.sorts[value],
}))
