import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './class-names.ts'

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string
  /** A line under the field, read together with it. */
  readonly hint?: ReactNode
  /** A control inside the right end of the field. */
  readonly end?: ReactNode
}

/** A labelled line of text; everything else is passed on to the `input`. */
export function TextField({ label, hint, end, className, ...props }: TextFieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-meta font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          aria-describedby={hint ? hintId : undefined}
          className={cn(
            'h-10.5 w-full rounded-md border border-border-strong bg-surface px-3 text-body text-text placeholder:text-text-3',
            end ? 'pr-11' : '',
            className,
          )}
          {...props}
        />
        {end && <div className="absolute inset-y-0 right-1 flex items-center">{end}</div>}
      </div>
      {hint && (
        <p id={hintId} className="text-caption text-text-3">
          {hint}
        </p>
      )}
    </div>
  )
}
