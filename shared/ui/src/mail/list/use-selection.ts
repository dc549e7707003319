import { useMemo, useState } from 'react'

/** Mails that are chosen for one act. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  /** All that match are meant, also those that nobody has seen. */
  readonly isAll: boolean
  readonly size: number
  has(emailId: string): boolean
  toggle(emailId: string): void
  extend(emailIds: readonly string[]): void
  selectAll(): void
  clear(): void
}

const nothing = { ids: new Set<string>() as ReadonlySet<string>, isAll: false }

/** The selection in a list; another question begins without one. */
export function useSelection(asked: string): Selection {
  const [{ of, ids, isAll }, set] = useState({ of: asked, ...nothing })
  if (of !== asked) set({ of: asked, ...nothing })

  return useMemo(
    () => ({
      ids,
      isAll,
      size: ids.size,
      has: (emailId) => isAll || ids.has(emailId),
      toggle: (emailId) => {
        const next = new Set(ids)
        if (!next.delete(emailId)) next.add(emailId)
        set({ of, ids: next, isAll: false })
      },
      extend: (emailIds) => set({ of, ids: new Set([...ids, ...emailIds]), isAll: false }),
      selectAll: () => set({ of, ids, isAll: true }),
      clear: () => set({ of, ...nothing }),
    }),
    [of, ids, isAll],
  )
}
