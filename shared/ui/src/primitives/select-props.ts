import type { ReactNode } from 'react'

interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
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
}
