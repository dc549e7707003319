import { Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { neededContext } from '../needed-context.ts'
import { Button } from '../primitives/button.tsx'
import { shellCopy } from '../shell-copy.ts'
import { notify } from '../toasts/notify.ts'
import { useKeys } from './keys.ts'

/** What was done, and how it is undone. */
export interface Undoable {
  /** In words, "Done: TypeScript Weekly" for example. */
  readonly text: string
  /** Rejects where it could not be undone. */
  readonly undo: () => Promise<unknown>
}

interface UndoSlot {
  /** Offers to undo what was done; what was offered before cannot be undone here any more. */
  offer(act: Undoable): void
}

/** Where acts are offered to be undone; throws outside an `UndoProvider`. */
export const [UndoContext, useUndo] = neededContext<UndoSlot>('UndoProvider')

/** How long an act is shown, and how long the keys undo it, in milliseconds. */
const SHOWN_FOR = 8000
const KEPT_FOR = 60_000

interface Offered {
  readonly act: Undoable
  readonly userId: string | null
  /** Tells two offers with the same words apart. */
  readonly number: number
}

interface UndoProviderProps {
  /** The signed-in account; nobody undoes what another one did. */
  readonly userId: string | null
  readonly children: ReactNode
}

/** The one place that offers to undo what was done last, on whatever screen that was. */
export function UndoProvider({ userId, children }: UndoProviderProps) {
  const [offered, setOffered] = useState<Offered | null>(null)
  const count = useRef(0)
  const slot = useMemo(
    () => ({ offer: (act: Undoable) => setOffered({ act, userId, number: ++count.current }) }),
    [userId],
  )
  const current = offered?.userId === userId ? offered : null
  const region = useRef<HTMLDivElement>(null)

  async function undo(): Promise<void> {
    if (!current) return
    // the button goes away, and the focus with it
    if (region.current?.contains(document.activeElement)) region.current.focus()
    setOffered(null)
    try {
      await current.act.undo()
    } catch {
      notify('error', shellCopy.undoFailed(current.act.text))
      // for another try, unless something else was done meanwhile
      setOffered((newer) => newer ?? current)
    }
  }

  return (
    <UndoContext value={slot}>
      {children}
      {createPortal(
        <div
          ref={region}
          role="status"
          tabIndex={-1}
          className="fixed inset-x-0 bottom-[calc(var(--bar,0px)+36px)] z-40 mx-auto w-fit max-w-[calc(100vw-24px)] outline-none print:hidden"
        >
          {current && (
            <Offer
              key={current.number}
              text={current.act.text}
              onUndo={undo}
              onEnd={() => setOffered(null)}
            />
          )}
        </div>,
        document.body,
      )}
    </UndoContext>
  )
}

interface OfferProps {
  readonly text: string
  readonly onUndo: () => void
  /** It is too late. */
  readonly onEnd: () => void
}

/** Seen for a while, but for longer where the pointer or the focus is on it; the keys know it after that. */
function Offer({ text, onUndo, onEnd }: OfferProps) {
  const [isShown, setShown] = useState(true)
  const [isHeld, setHeld] = useState(false)
  const end = useEffectEvent(onEnd)
  useKeys({ 'app.undo': onUndo })

  useEffect(() => {
    if (isHeld) return
    const hiding = setTimeout(() => setShown(false), SHOWN_FOR)
    return () => clearTimeout(hiding)
  }, [isHeld])

  useEffect(() => {
    const ending = setTimeout(() => end(), KEPT_FOR)
    return () => clearTimeout(ending)
  }, [])

  if (!isShown) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears whether it is being looked at
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="rise flex items-center gap-3 rounded-md border border-border bg-surface py-1.5 pr-1.5 pl-4 font-medium shadow-pop"
    >
      <span className="min-w-0 truncate">{text}</span>
      <Button size="sm" aria-keyshortcuts="u" onClick={onUndo}>
        <Undo2 aria-hidden="true" />
        {shellCopy.undo}
        <span aria-hidden="true" className="font-mono text-caption text-text-3">
          u
        </span>
      </Button>
    </div>
  )
}
