import type { ReactNode } from 'react'

interface StepProps {
  readonly number: number
  readonly title: string
  readonly children?: ReactNode
}

/** A numbered step of a set-up. */
export function Step({ number, title, children }: StepProps) {
  return (
    <li className="flex min-w-0 gap-3">
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-meta font-semibold text-accent-text"
      >
        {number}
      </span>
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="leading-7">{title}</p>
        {children}
      </div>
    </li>
  )
}
