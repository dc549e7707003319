import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

interface Option<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Decoration of 16 px before the label. */
  readonly icon?: ReactNode
  /** Says the label again where only the icon is seen. */
  readonly tooltip?: string
}

interface ToggleGroupProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly onChange: (value: Value) => void
  readonly disabled?: boolean
  readonly className?: string
}

/** A few choices side by side, of which one is pressed; `onChange` hears only another one. */
export function ToggleGroup<Value extends string>(props: ToggleGroupProps<Value>) {
  const { label, value, options, onChange, disabled = false, className } = props
  return (
    <fieldset aria-label={label} className={cn('segments inline-flex', className)}>
      {options.map(({ value: own, label: text, icon, tooltip }) => (
        <button
          key={own}
          type="button"
          title={tooltip}
          aria-pressed={own === value}
          disabled={disabled}
          onClick={() => own !== value && onChange(own)}
          className="segment flex-1 [&_svg]:size-4 [&_svg]:shrink-0"
        >
          {icon}
          <span>{text}</span>
        </button>
      ))}
    </fieldset>
  )
}
