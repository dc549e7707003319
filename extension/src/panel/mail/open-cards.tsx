import { createContext, type ReactNode, use, useState } from 'react'

const OpenCardsContext = createContext<Set<string> | null>(null)

/** Remembers which cards are open, also of those that do not exist for a while. */
export function OpenCards({ children }: { readonly children: ReactNode }) {
  const [open] = useState(() => new Set<string>())
  return <OpenCardsContext value={open}>{children}</OpenCardsContext>
}

/** Whether the card of an email is open; throws outside `OpenCards`. */
export function useOpenCard(emailId: string): [boolean, (isOpen: boolean) => void] {
  const open = use(OpenCardsContext)
  if (!open) throw new Error('useOpenCard needs OpenCards above it')
  const [isOpen, setOpen] = useState(open.has(emailId))

  function choose(next: boolean): void {
    if (next) open?.add(emailId)
    else open?.delete(emailId)
    setOpen(next)
  }

  return [isOpen, choose]
}
