import type { ComponentProps } from 'react'
import { KeptTabList, KeptTabPanel, KeptTabs } from './kept-tabs.tsx'

interface TabsProps<Value extends string> extends ComponentProps<typeof KeptTabs<Value>> {
  readonly label: string
}

/** A row of tabs over one panel, which shows what the chosen tab shows. */
export function Tabs<Value extends string>({ label, children, ...tabs }: TabsProps<Value>) {
  return (
    <KeptTabs {...tabs}>
      <KeptTabList label={label} isWide />
      <KeptTabPanel value={tabs.value}>{children}</KeptTabPanel>
    </KeptTabs>
  )
}
