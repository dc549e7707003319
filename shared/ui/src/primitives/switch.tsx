import * as Radix from 'radix-ui/switch'
import { useId } from 'react'

interface SwitchProps {
  readonly label: string
  /** What the setting means, in one line. */
  readonly hint: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** A setting that is on or off. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className="flex min-h-9 items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="cursor-pointer text-ui">
          {label}
        </label>
        <p id={hintId} className="text-caption text-text-3">
          {hint}
        </p>
      </div>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        aria-describedby={hintId}
        className="h-6 w-10 shrink-0 cursor-pointer rounded-full border border-border-strong bg-surface-3 transition-colors duration-(--t-fast) data-[state=checked]:border-transparent data-[state=checked]:bg-accent forced-colors:data-[state=checked]:bg-[Highlight]"
      >
        <Radix.Thumb className="block size-4.5 translate-x-0.5 rounded-full border border-border-strong bg-surface transition-transform duration-(--t-fast) data-[state=checked]:translate-x-4.5 data-[state=checked]:border-transparent data-[state=checked]:bg-accent-fg" />
      </Radix.Root>
    </div>
  )
}
