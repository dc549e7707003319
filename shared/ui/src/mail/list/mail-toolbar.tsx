import type { MailView } from '@shortlist/contracts/mail-rows'
import { AlarmClock, ArrowUpDown, ChevronDown, Search, StretchHorizontal } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../primitives/button.tsx'
import { Select } from '../../primitives/select.tsx'
import { moveFocus } from '../../shell/keys.ts'
import { mailCopy } from '../mail-copy.ts'
import { categories, categoryChoices, priorities, priorityLooks } from '../mail-looks.tsx'
import type { MailPages } from './mail-list.tsx'
import {
  type EmailFilter,
  type FilterLinks,
  isFiltering,
  mailsMeant,
  noFilter,
} from './use-email-filter.ts'

interface MailToolbarProps {
  readonly filter: EmailFilter
  readonly list: MailPages
  readonly onChange: (parts: Partial<EmailFilter>) => void
  readonly searchRef: Ref<HTMLInputElement>
  /** The search was left by Escape. */
  readonly onLeaveSearch: () => void
  /** Whether all mails are cards, and how that is chosen; left out where it is no choice. */
  readonly cards?: readonly [isOn: boolean, choose: (isOn: boolean) => void] | undefined
}

/** The views, a search, and filters within a view, each with how many mails it would show. */
export function MailToolbar(props: MailToolbarProps) {
  const { filter, list, onChange, searchRef, onLeaveSearch, cards } = props
  const { counts, total } = list
  const all = counts.views[filter.view === 'insights' ? 'everything' : filter.view] ?? total
  return (
    <section aria-label={mailCopy.filters}>
      <div
        role="toolbar"
        aria-label={mailCopy.filters}
        onKeyDown={moveWithin}
        className="mail-toolbar"
      >
        <div className="mail-tools">
          <Views
            value={filter.view}
            counts={counts.views}
            onChange={(view) => onChange({ view })}
          />
          <SearchField
            ref={searchRef}
            value={filter.q}
            onChange={(q) => onChange({ q })}
            onLeave={onLeaveSearch}
          />
        </div>
        <div className="mail-tools">
          <PriorityFilter
            value={filter.priority}
            counts={counts.priorities}
            onChange={(priority) => onChange({ priority })}
          />
          <Select
            label={mailCopy.categoryValue(filter.category)}
            value={filter.category}
            choices={[
              { value: 'all' as const, label: mailCopy.all, note: counts.categories.all ?? 0 },
              ...categoryChoices.map((choice) => ({
                ...choice,
                note: counts.categories[choice.value] ?? 0,
              })),
            ]}
            onChange={(category: EmailFilter['category']) => onChange({ category })}
            hotkey="f"
            tabIndex={-1}
          >
            {mailCopy.categoryValue(filter.category)}
            <ChevronDown aria-hidden="true" />
          </Select>
          <Select
            label={mailCopy.sortValue(mailCopy.sorts[filter.sort])}
            value={filter.sort}
            choices={sortChoices}
            onChange={(sort) => onChange({ sort })}
            tabIndex={-1}
            className="ml-auto w-8 px-0"
          >
            <ArrowUpDown aria-hidden="true" />
          </Select>
          {cards && (
            <Button
              size="sm"
              aria-label={mailCopy.cards}
              aria-pressed={cards[0]}
              title={mailCopy.cards}
              tabIndex={-1}
              onClick={() => cards[1](!cards[0])}
              className="w-8 px-0 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
            >
              <StretchHorizontal aria-hidden="true" />
            </Button>
          )}
        </div>
        <div className={isFiltering(filter) ? 'mail-tools text-meta text-text-3' : 'sr-only'}>
          <p role="status">
            {mailCopy.showing(total, all)}
            {isFamily(filter.category) && ` · ${filter.category}`}
            {isFiltering(filter) &&
              counts.pending > 0 &&
              ` · ${mailCopy.hiddenPending(counts.pending)}`}
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

interface ViewsProps {
  readonly value: EmailFilter['view']
  readonly counts: MailPages['counts']['views']
  readonly onChange: (view: MailView) => void
}

/** The views side by side; the snoozed mails have one while there are any. */
function Views({ value, counts, onChange }: ViewsProps) {
  const views = (['needs-you', 'everything', 'done', 'snoozed'] as const).filter(
    (view) => view !== 'snoozed' || value === view || (counts.snoozed ?? 0) > 0,
  )
  return (
    <fieldset aria-label={mailCopy.viewsLabel} className="segments inline-flex">
      {views.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === value}
          tabIndex={view === value ? 0 : -1}
          title={view === 'snoozed' ? mailCopy.views.snoozed : undefined}
          onClick={() => onChange(view)}
          className="segment [&_svg]:size-4"
        >
          {view === 'snoozed' ? (
            <>
              <AlarmClock aria-hidden="true" />
              <span className="sr-only">{mailCopy.views.snoozed}</span>
            </>
          ) : (
            mailCopy.views[view]
          )}{' '}
          <Count value={counts[view] ?? 0} />
        </button>
      ))}
    </fieldset>
  )
}

function Count({ value }: { readonly value: number }) {
  return <span className="text-caption text-text-3 tabular-nums">{value.toLocaleString()}</span>
}

interface PriorityFilterProps {
  readonly value: EmailFilter['priority']
  readonly counts: MailPages['counts']['priorities']
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
          tabIndex={choice === value ? 0 : -1}
          onClick={() => choice !== value && onChange(choice)}
          className="segment relative flex-1"
        >
          {`${choice === 'all' ? mailCopy.all : choice} `}
          <Count value={counts[choice] ?? 0} />
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
function lineOf(choice: EmailFilter['priority'], counts: PriorityFilterProps['counts']) {
  const all = counts.all ?? 0
  const share = all === 0 ? 0 : (counts[choice] ?? 0) / all
  const background = choice === 'all' ? 'var(--accent)' : priorityLooks[choice].line
  return { height: 3, left: '10%', width: `${(80 * share).toFixed(1)}%`, background }
}

/** Tab leads to the search and to what is chosen of views and priorities; arrows lead to all others. */
function moveWithin(event: KeyboardEvent<HTMLElement>): void {
  if (event.target instanceof HTMLInputElement) return
  moveFocus(event, [...event.currentTarget.querySelectorAll('button')])
}

/** How long after the last key a search begins, in milliseconds. */
const SEARCH_AFTER = 120

interface SearchFieldProps {
  readonly value: string
  readonly onChange: (q: string) => void
  readonly onLeave: () => void
  readonly ref: Ref<HTMLInputElement>
}

/** Searches as one types; Escape gives back what was shown before. */
function SearchField({ value, onChange, onLeave, ref }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [asked, setAsked] = useState<readonly string[]>([])
  if (known !== value) {
    const at = asked.indexOf(value)
    setKnown(value)
    setAsked(at === -1 ? [] : asked.slice(at + 1))
    // what this field has asked for may come after more was typed
    if (at === -1) setTyped(value)
  }

  function search(q: string): void {
    setAsked([...asked, q])
    onChange(q)
  }
  const searchTyped = useEffectEvent(() => search(typed))

  useEffect(() => {
    if (typed === value) return
    const waiting = setTimeout(searchTyped, SEARCH_AFTER)
    return () => clearTimeout(waiting)
  }, [typed, value])

  function leave({ key }: KeyboardEvent): void {
    if (key !== 'Escape') return
    setTyped('')
    if (value !== '') search('')
    onLeave()
  }

  return (
    <div className="mail-find">
      <Search aria-hidden="true" />
      <input
        ref={ref}
        type="search"
        aria-label={mailCopy.search}
        placeholder={mailCopy.search}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={leave}
      />
    </div>
  )
}

interface NoMailsProps {
  readonly filter: EmailFilter
  readonly everything: number
  readonly change: FilterLinks['change']
}

/** What stands where nothing fits, and the way to what there is. */
export function NoMails({ filter, everything, change }: NoMailsProps) {
  const { view, q, sort } = filter
  const isSearch = mailsMeant(filter).q !== undefined
  const nothing = view === 'needs-you' ? mailCopy.nothingNeedsYou : mailCopy.nothingHere
  if (isFiltering(filter))
    return (
      <Nothing
        text={mailCopy.noMatch}
        way={mailCopy.clearFilters}
        onGo={() => change({ ...noFilter, view, q, sort })}
      />
    )
  if (isSearch && view === 'everything')
    return (
      <Nothing
        text={mailCopy.searchNothing}
        way={mailCopy.clearSearch}
        onGo={() => change({ q: noFilter.q })}
      />
    )
  const all = isSearch ? mailCopy.searchEverything : mailCopy.showEverything
  return (
    <Nothing
      text={isSearch ? mailCopy.searchNothing : nothing}
      way={view !== 'everything' && everything > 0 ? all(everything) : null}
      onGo={() => change({ view: 'everything' })}
    />
  )
}

interface NothingProps {
  readonly text: string
  readonly way: string | null
  readonly onGo: () => void
}

function Nothing({ text, way, onGo }: NothingProps) {
  return (
    <div className="flex flex-col items-center gap-3 p-4 text-text-3">
      <p>{text}</p>
      {way && (
        <Button size="sm" onClick={onGo}>
          {way}
        </Button>
      )}
    </div>
  )
}
