import type { ReactNode } from 'react'

/** A line drawing on a sheet of 120 by 84, for a screen that has nothing else to show; decoration. */
export function Drawing({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 120 84"
      className="h-21 w-30 fill-none stroke-border-strong"
    >
      <g strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
        {children}
      </g>
    </svg>
  )
}
