import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useLayoutEffect, useRef } from 'react'
import { useExcerpt } from './excerpt-provider.tsx'

/**
 * Keeps what one account has taken from a page out of sight of the next one. After a session that
 * has expired it is still there for whoever comes back.
 */
export function ExcerptOwner() {
  const { userId, ended } = useSession()
  const { setExcerpt } = useExcerpt()
  const owner = useRef<string>(undefined)

  // before anything is painted
  useLayoutEffect(() => {
    const isNext = userId !== null && owner.current !== undefined && userId !== owner.current
    if (isNext || ended === 'left') setExcerpt(null)
    if (ended === 'left') owner.current = undefined
    else if (userId !== null) owner.current = userId
  }, [userId, ended, setExcerpt])

  return null
}
