import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useId,
} from 'react'

interface Tab<Value extends string> {
  readonly value: Value
  readonly label: string
}

interface TabSet {
  readonly id: string
  readonly value: string
  readonly tabs: readonly Tab<string>[]
  readonly choose: (value: string) => void
}

const TabContext = createContext<TabSet | null>(null)

interface KeptTabsProps<Value extends string> {
  readonly value: Value
  readonly tabs: readonly Tab<Value>[]
  readonly onChange: (value: Value) => void
  readonly children: ReactNode
}

/** Around a row of tabs and their panels, as many of them as the host keeps mounted. */
export function KeptTabs<Value extends string>(props: KeptTabsProps<Value>) {
  const { value, tabs, onChange, children } = props
  const id = useId()
  const choose = (chosen: string) => {
    const tab = tabs.find((each) => each.value === chosen)
    if (tab && chosen !== value) onChange(tab.value)
  }
  return <TabContext value={{ id, value, tabs, choose }}>{children}</TabContext>
}

interface KeptTabListProps {
  readonly label: string
  /** Whether the row is as wide as it can be. */
  readonly isWide?: boolean
}

/** The row of tabs; arrows, Home and End move between them and choose at once. */
export function KeptTabList({ label, isWide = false }: KeptTabListProps) {
  const { id, value, tabs, choose } = useTabs()
  const at = tabs.findIndex((tab) => tab.value === value)

  function move(event: KeyboardEvent<HTMLElement>): void {
    const { key, currentTarget, altKey, ctrlKey, metaKey, shiftKey } = event
    const next = nextPlace(key, at, tabs.length)
    const tab = tabs[next ?? -1]
    // Alt and an arrow is the way back of the browser
    if (!tab || altKey || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    choose(tab.value)
    currentTarget
      .querySelectorAll<HTMLElement>('[role=tab]')
      .item(next ?? 0)
      .focus()
  }

  return (
    <div
      role="tablist"
      aria-label={label}
      className={`segments flex ${isWide ? 'w-full' : ''}`}
      onKeyDown={move}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-tab-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? `${id}-panel-${tab.value}` : undefined}
          tabIndex={tab.value === value ? 0 : -1}
          className={`segment ${isWide ? 'flex-1' : ''}`}
          onClick={() => choose(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

interface KeptTabPanelProps extends ComponentProps<'div'> {
  readonly value: string
}

/** What belongs to one tab; the host hides it while `data-state` is not `active`. */
export function KeptTabPanel({ value, className = '', ...props }: KeptTabPanelProps) {
  const { id, value: chosen } = useTabs()
  return (
    <div
      role="tabpanel"
      id={`${id}-panel-${value}`}
      aria-labelledby={`${id}-tab-${value}`}
      data-state={value === chosen ? 'active' : 'inactive'}
      tabIndex={-1}
      className={`outline-none ${className}`}
      {...props}
    />
  )
}

function useTabs(): TabSet {
  const tabs = useContext(TabContext)
  if (!tabs) throw new Error('a part of tabs needs KeptTabs above it')
  return tabs
}

/** Where a key leads from a place among `count` tabs in a ring; null for any other key. */
function nextPlace(key: string, at: number, count: number): number | null {
  const places: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % count,
    ArrowLeft: (at + count - 1) % count,
    Home: 0,
    End: count - 1,
  }
  return places[key] ?? null
}
