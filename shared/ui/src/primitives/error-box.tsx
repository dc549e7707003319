import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

interface ErrorLineProps {
  /** What went wrong; nothing is shown for null. */
  readonly error: string | null
  readonly className?: string
}

/** Says in a line what went wrong, at once also to a screen reader. */
export function ErrorLine({ error, className }: ErrorLineProps) {
  if (!error) return null
  return (
    <p role="alert" className={cn('text-red-text', className)}>
      {error}
    </p>
  )
}

interface ErrorBoxProps {
  readonly children: ReactNode
  /** What can be done about it, a button for instance. */
  readonly action?: ReactNode
  readonly className?: string
}

/** Says in place what went wrong, at once also to a screen reader. */
export function ErrorBox({ children, action, className }: ErrorBoxProps) {
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-red-line/40 bg-red-soft px-3.5 py-2.5 text-ui text-red-text',
        className,
      )}
    >
      <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
      <div className="min-w-0 flex-1 basis-40 wrap-anywhere">{children}</div>
      {action}
    </div>
  )
}
