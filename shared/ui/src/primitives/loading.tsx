import { LoaderCircle } from 'lucide-react'
import { copy } from '../copy.ts'
import { cn } from './class-names.ts'

/** A page that is on its way; invisible for the first 200 ms, so that nothing flashes. */
export function PageLoading() {
  return (
    <div role="status" className="appear-late grid flex-1 place-items-center">
      <Spinner />
      <span className="sr-only">{copy.shell.loading}</span>
    </div>
  )
}

/** A turning ring of 24 px; decoration beside a text that says what is going on. */
export function Spinner({ className }: { readonly className?: string }) {
  return (
    <LoaderCircle aria-hidden="true" className={cn('size-6 animate-spin text-accent', className)} />
  )
}

/** A quiet grey shape where content will be; say what loads in a `role=status` beside it. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={cn('skeleton block rounded-sm', className)} />
}

/** The whole page while it is not known yet what it will show. */
export function WholePageLoading() {
  return (
    <main className="flex h-dvh flex-col">
      <PageLoading />
    </main>
  )
}
