import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'

interface Tab<Value extends string> {
  readonly value: Value
  readonly label: string
}

interface TabsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly tabs: readonly Tab<Value>[]
  readonly onChange: (value: Value) => void
  /** What the chosen tab shows. */
  readonly children: ReactNode
}

/** A row of tabs over one panel. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, tabs, onChange, children } = props
  const choose = (chosen: string) => {
    const tab = tabs.find((each) => each.value === chosen)
    if (tab) onChange(tab.value)
  }

  return (
    <Radix.Root value={value} onValueChange={choose}>
      <Radix.List aria-label={label} className="segments flex w-full">
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className="segment flex-1">
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={value} tabIndex={-1} className="outline-none">
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
