import { createContext, use, useEffect } from 'react'
import type { CustomItemComponentProps } from 'virtua'
import { focusCard } from './focus-card.ts'

export interface WindowedRows {
  /** Rows altogether, those that do not exist included. */
  readonly size: number
  /** The email whose card is to get the focus as soon as it can be seen, and its place. */
  readonly wanted: { readonly index: number; readonly emailId: string } | null
  readonly onFocused: () => void
}

/** What rows know of their list. */
export const RowsContext = createContext<WindowedRows>({ size: 0, wanted: null, onFocused() {} })

/** An entry that says which one of all it is, since its neighbours may not exist. */
export function WindowedRow({ style, index, children, ref }: CustomItemComponentProps) {
  const { size, wanted, onFocused } = use(RowsContext)
  // before its height is known a row is hidden and takes no focus
  const emailId = wanted?.index === index && style.visibility !== 'hidden' ? wanted.emailId : null

  useEffect(() => {
    if (emailId !== null && focusCard(emailId)) onFocused()
  }, [emailId, onFocused])

  return (
    <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={size}>
      {/* what is measured of an entry leaves its own padding out */}
      <div className="pb-4">{children}</div>
    </li>
  )
}
