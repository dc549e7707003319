import { type FoundDaemon, findDaemon } from '@shortlist/client/daemon/find-daemon'
import { useEffect, useState } from 'react'
import { hasAccess } from '../host/permissions.ts'

/** Who answers at the address; `none` where it was not asked for want of access. */
export type Answer = FoundDaemon | { readonly kind: 'none' | 'asking' }

/** Asks who answers at `address` (null: none is known yet), for each address and again with `ask`. */
export function useAnswer(address: string | null) {
  const [answer, setAnswer] = useState<Answer>({ kind: 'asking' })
  const [asked, setAsked] = useState(0)

  useEffect(() => {
    if (address === null) return
    let isCurrent = true
    setAnswer({ kind: 'asking' })
    void lookAt(address).then((found) => isCurrent && setAnswer(found))
    return () => {
      isCurrent = false
    }
  }, [address, asked])

  return { answer, ask: () => setAsked((count) => count + 1) }
}

async function lookAt(address: string): Promise<Answer> {
  return (await hasAccess(address)) ? findDaemon(address) : { kind: 'none' }
}
