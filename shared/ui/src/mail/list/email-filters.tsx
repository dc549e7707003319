import { ChevronDown } from 'lucide-react'
import { Button } from '../../primitives/button.tsx'
import { Select } from '../../primitives/select.tsx'
import { mailCopy } from '../mail-copy.ts'
import {
  CategoryIcon,
  categories,
  categoryChoices,
  priorities,
  priorityLooks,
} from '../mail-looks.tsx'
import { type EmailCounts, type EmailFilter, isFiltering, noFilter } from './use-email-filter.ts'

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
    <section aria-label={mailCopy.filters} className="mb-3">
      <div className="flex flex-wrap items-center gap-2">
        <PriorityFilter
          value={filter.priority}
          counts={counts.byPriority}
          onChange={(priority) => onChange({ priority })}
        />
        <Select
          label={mailCopy.categoryValue(filter.category)}
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
          {mailCopy.categoryValue(filter.category)}
          <ChevronDown aria-hidden="true" />
        </Select>
        <Select
          label={mailCopy.sortValue(mailCopy.sorts[filter.sort])}
          value={filter.sort}
          choices={sortChoices}
          onChange={(sort) => onChange({ sort })}
        >
          {mailCopy.sortValue(mailCopy.sorts[filter.sort])}
          <ChevronDown aria-hidden="true" />
        </Select>
      </div>
      <CategoryChips value={filter.category} counts={counts.byCategory} onChange={chooseCategory} />
      <div className="flex min-h-8 flex-wrap items-center gap-2 text-meta text-text-3">
        <p role="status">
          {mailCopy.showing(shown, total)}
          {isFamily(filter.category) && ` · ${filter.category}`}
          {counts.hiddenPending > 0 && ` · ${mailCopy.hiddenPending(counts.hiddenPending)}`}
        </p>
        {isFiltering(filter) && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => onChange({ priority: noFilter.priority, category: noFilter.category })}
          >
            {mailCopy.clear}
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
  label: mailCopy.sorts[value],
}))

interface PriorityFilterProps {
  readonly value: EmailFilter['priority']
  readonly counts: EmailCounts['byPriority']
  readonly onChange: (value: EmailFilter['priority']) => void
}

const shownPriorities = ['all', ...priorities] as const

/** The priorities side by side, with counts, and with lines as long as their shares. */
function PriorityFilter({ value, counts, onChange }: PriorityFilterProps) {
  return (
    <fieldset aria-label={mailCopy.priority} className="email-priorities segments inline-flex">
      {shownPriorities.map((choice) => (
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
function lineOf(choice: EmailFilter['priority'], counts: EmailCounts['byPriority']) {
  const share = counts.all === 0 ? 0 : counts[choice] / counts.all
  const background = choice === 'all' ? 'var(--accent)' : priorityLooks[choice].line
  return { height: 3, left: '10%', width: `${(80 * share).toFixed(1)}%`, background }
}

interface CategoryChipsProps {
  readonly value: EmailFilter['category']
  readonly counts: EmailCounts['byCategory']
  readonly onChange: (value: EmailFilter['category']) => void
}

const shownCategories = ['all', ...categories] as const

/** The categories side by side, where there is room for them; elsewhere they are a list to open. */
function CategoryChips({ value, counts, onChange }: CategoryChipsProps) {
  // of a family no chip is pressed
  const reached = shownCategories.find((choice) => choice === value) ?? 'all'
  return (
    <fieldset aria-label={mailCopy.category} className="email-wide mt-2 flex-wrap gap-1">
      {shownCategories.map((choice) => (
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
