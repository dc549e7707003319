import type { ReactNode } from 'react'
import { KeptTabList, KeptTabPanel, KeptTabs } from './kept-tabs.tsx'

interface TabsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly tabs: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
  /** What the chosen tab shows. */
  readonly children: ReactNode
}

/** A row of tabs over one panel. */
export function Tabs<Value extends string>({ label, children, ...choice }: TabsProps<Value>) {
  return (
    <KeptTabs {...choice}>
      <KeptTabList label={label} tabs={choice.tabs} isWide />
      <KeptTabPanel value={choice.value}>{children}</KeptTabPanel>
    </KeptTabs>
  )
}
