import { cn } from './class-names.ts'

/** A quiet grey shape where content will be; say what loads in a `role=status` beside it. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={cn('skeleton block rounded-sm', className)} />
}
