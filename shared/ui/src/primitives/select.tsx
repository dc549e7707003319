import { type KeyboardEvent, type ReactNode, Suspense, useState } from 'react'
import { Button } from './button.tsx'
import { lazyPart } from './lazy-part.ts'
import type { SelectProps } from './used-select.tsx'

// a generic component keeps its type only where lazyPart() is told so
const UsedSelect = lazyPart(async () => (await import('./used-select.tsx')).UsedSelect) as <
  Value extends string,
>(
  props: SelectProps<Value>,
) => ReactNode

/**
 * A control that opens a list of choices. Until somebody uses it, it is no more than a button, so
 * that a page can hold many of them.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, children, hotkey, tabIndex, className } = props
  const [isUsed, setUsed] = useState(false)
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setUsed(true)
  }

  const closed = (
    <Button
      size="sm"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      aria-label={label}
      data-key={hotkey}
      tabIndex={tabIndex}
      onClick={() => setUsed(true)}
      onKeyDown={openByArrow}
      className={className}
    >
      {children}
    </Button>
  )
  return isUsed ? (
    <Suspense fallback={closed}>
      <UsedSelect {...props} />
    </Suspense>
  ) : (
    closed
  )
}
