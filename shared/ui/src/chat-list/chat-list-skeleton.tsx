import { copy } from '../copy.ts'
import { Skeleton } from '../primitives/skeleton.tsx'

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3']

/** Five rows of the list's own shape while it is fetched. */
export function ChatListSkeleton() {
  return (
    <div className="appear-late">
      <p role="status" className="sr-only">
        {copy.chatList.loading}
      </p>
      <Skeleton className="mb-2 h-4 w-12" />
      <div className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface">
        {widths.map((width) => (
          <div key={width} className="flex items-center gap-3 py-3 pr-3 pl-4">
            <Skeleton className="size-9 rounded-md" />
            <div className="flex-1 space-y-2 py-0.75">
              <Skeleton className={`h-3.5 ${width}`} />
              <Skeleton className="h-3 w-28" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
