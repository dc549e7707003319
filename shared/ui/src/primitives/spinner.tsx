import { LoaderCircle } from 'lucide-react'
import { cn } from './class-names.ts'

/** A turning ring of 24 px; decoration beside a text that says what is going on. */
export function Spinner({ className }: { readonly className?: string }) {
  return (
    <LoaderCircle aria-hidden="true" className={cn('size-6 animate-spin text-accent', className)} />
  )
}
