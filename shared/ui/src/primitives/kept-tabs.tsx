import * as Radix from 'radix-ui/tabs'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './class-names.ts'

interface KeptTabsProps<Value extends string> {
  readonly value: Value
  readonly tabs: readonly { readonly value: Value }[]
  readonly onChange: (value: Value) => void
  readonly className?: string
  readonly children: ReactNode
}

/** Around a row of tabs and their panels, which all stay mounted. */
export function KeptTabs<Value extends string>(props: KeptTabsProps<Value>) {
  const { value, tabs, onChange, className, children } = props
  const choose = (chosen: string) => {
    const tab = tabs.find((each) => each.value === chosen)
    if (tab) onChange(tab.value)
  }
  return (
    <Radix.Root value={value} onValueChange={choose} className={className}>
      {children}
    </Radix.Root>
  )
}

interface KeptTabListProps {
  readonly label: string
  readonly tabs: readonly { readonly value: string; readonly label: string }[]
}

/** The row of tabs; arrows move between them and choose at once. */
export function KeptTabList({ label, tabs }: KeptTabListProps) {
  return (
    <Radix.List aria-label={label} className="segments flex">
      {tabs.map((tab) => (
        <Radix.Trigger key={tab.value} value={tab.value} className="segment">
          {tab.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
  )
}

interface KeptTabPanelProps extends ComponentProps<'div'> {
  readonly value: string
}

/** What belongs to one tab; the host hides it while `data-state` is not `active`. */
export function KeptTabPanel({ className, ...props }: KeptTabPanelProps) {
  return (
    <Radix.Content forceMount tabIndex={-1} className={cn('outline-none', className)} {...props} />
  )
}
