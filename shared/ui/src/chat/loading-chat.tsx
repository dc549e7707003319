import { copy } from '../copy.ts'
import { Skeleton } from '../primitives/skeleton.tsx'

/** Bubbles in the place of a conversation that is being read. */
export function LoadingChat() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">{copy.chat.loading}</span>
      <Skeleton className="ml-auto h-10 w-2/5 rounded-lg" />
      <Skeleton className="h-28 w-full rounded-lg" />
      <Skeleton className="ml-auto h-16 w-3/5 rounded-lg" />
    </div>
  )
}
