import * as Radix from 'radix-ui/tabs'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './class-names.ts'

interface TabsProps<Value extends string> {
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly className?: string
  readonly children: ReactNode
}

/** Around a row of tabs and their panels, as many of them as the host keeps mounted. */
export function Tabs<Value extends string>({ onChange, ...props }: TabsProps<Value>) {
  // a value is that of one of the tabs
  return <Radix.Root onValueChange={(chosen) => onChange(chosen as Value)} {...props} />
}

interface TabListProps {
  readonly label: string
  readonly tabs: readonly { readonly value: string; readonly label: string }[]
  /** Whether the row is as wide as it can be. */
  readonly isWide?: boolean
}

/** The row of tabs; arrows, Home and End move between them and choose at once. */
export function TabList({ label, tabs, isWide = false }: TabListProps) {
  return (
    <Radix.List aria-label={label} className={`segments flex ${isWide ? 'w-full' : ''}`}>
      {tabs.map((tab) => (
        <Radix.Trigger
          key={tab.value}
          value={tab.value}
          className={`segment ${isWide ? 'flex-1' : ''}`}
        >
          {tab.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
  )
}

interface TabPanelProps extends ComponentProps<'div'> {
  readonly value: string
}

/** What belongs to one tab; the host hides it while `data-state` is not `active`. */
export function TabPanel({ className, ...props }: TabPanelProps) {
  return (
    <Radix.Content forceMount tabIndex={-1} className={cn('outline-none', className)} {...props} />
  )
}
