import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'

/** The whole page while it is not known yet what it will show. */
export function Waiting() {
  return (
    <main className="flex h-dvh flex-col">
      <PageLoading />
    </main>
  )
}
