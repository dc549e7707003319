import { cn } from './class-names.ts'

/** The spark of Shortlist in its rounded square; decoration. */
export function Logo({ className }: { readonly className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 28 28" className={cn('shrink-0', className)}>
      <rect width="28" height="28" rx="8" className="fill-accent" />
      <path
        d="M14 6.5l2.1 5.4 5.4 2.1-5.4 2.1L14 21.5l-2.1-5.4L6.5 14l5.4-2.1z"
        className="fill-none stroke-accent-fg"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
    </svg>
  )
}
