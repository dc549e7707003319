import { Check } from 'lucide-react'
import * as Radix from 'radix-ui/select'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'

/** A `Select` that somebody has just opened. */
export function UsedSelect<Value extends string>(props: SelectProps<Value>) {
  const { label, value, choices, onChange, children, hotkey, tabIndex, className } = props
  const [isOpen, setOpen] = useState(true)
  const choose = (chosen: string) => {
    const choice = choices.find((each) => each.value === chosen)
    if (choice && choice.value !== value) onChange(choice.value)
  }

  return (
    <Radix.Root value={value} onValueChange={choose} open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild aria-label={label}>
        <Button size="sm" data-key={hotkey} tabIndex={tabIndex} className={className}>
          {children}
        </Button>
      </Radix.Trigger>
      {isOpen && <Choices choices={choices} />}
    </Radix.Root>
  )
}

function Choices<Value extends string>({ choices }: Pick<SelectProps<Value>, 'choices'>) {
  return (
    <Radix.Portal>
      <Radix.Content
        position="popper"
        sideOffset={4}
        className="rise z-50 overflow-hidden rounded-md border border-border bg-surface shadow-pop"
        style={{ maxHeight: 'var(--radix-select-content-available-height)' }}
      >
        <Radix.Viewport className="px-1 py-1">
          {choices.map(({ value, label, icon, note }) => (
            <Radix.Item
              key={value}
              value={value}
              className="flex h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-ui select-none data-highlighted:bg-surface-2 [&_svg]:size-4"
            >
              {icon}
              <Radix.ItemText>{label}</Radix.ItemText>
              <span className="ml-auto flex items-center gap-2 pl-4 text-caption text-text-3 tabular-nums">
                {note}
                <Radix.ItemIndicator>
                  <Check aria-hidden="true" />
                </Radix.ItemIndicator>
              </span>
            </Radix.Item>
          ))}
        </Radix.Viewport>
      </Radix.Content>
    </Radix.Portal>
  )
}

interface Choice<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  /** Decoration of 16 px before the label. */
  readonly icon?: ReactNode
  /** A short note at the end of the line, a count for instance. */
  readonly note?: ReactNode
}

export interface SelectProps<Value extends string> {
  readonly label: string
  /** One of the choices, or something that is not offered. */
  readonly value: string
  readonly choices: readonly Choice<Value>[]
  /** Hears only another choice. */
  readonly onChange: (value: Value) => void
  /** What the closed control shows. */
  readonly children: ReactNode
  /** The single key that opens it. */
  readonly hotkey?: string | undefined
  readonly className?: string | undefined
  /** -1 where the arrows of a toolbar lead to it instead of Tab. */
  readonly tabIndex?: number
}
