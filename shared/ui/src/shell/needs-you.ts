import { useSession } from '../auth/session.tsx'
import { useViewCounts } from '../mail/view-counts.ts'

/** How many mails need the user; null while that is not known. */
export function useNeedsYou(): number | null {
  const { userId } = useSession()
  return useViewCounts(userId !== null)?.['needs-you'] ?? null
}
