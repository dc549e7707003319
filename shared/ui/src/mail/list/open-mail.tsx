import { ArrowLeft, Check, ChevronLeft, ChevronRight, Clock, Undo2 } from 'lucide-react'
import { useDeferredValue, useEffect, useRef } from 'react'
import { Button } from '../../primitives/button.tsx'
import type { CardSetting } from '../card/card-setting.ts'
import { AskedCard } from '../card/email-card.tsx'
import { mailCopy } from '../mail-copy.ts'
import { useOpenMail } from '../mail-status.ts'

interface OpenMailProps {
  readonly emailId: string
  readonly setting: CardSetting
  readonly isAnalyzing: boolean
  /** Its place in the list, from 0; null where that is not known. */
  readonly index: number | null
  readonly total: number
  /** Null where the list stands beside it. */
  readonly onBack: (() => void) | null
  readonly onDone: () => void
  readonly onSnooze: () => void
  readonly onMove: (step: 1 | -1) => void
}

/** One mail as the specification's card, with what can be done about it above. */
export function OpenMail(props: OpenMailProps) {
  const { emailId, setting, isAnalyzing, index, total, onBack, onDone, onSnooze, onMove } = props
  const asked = useOpenMail(emailId)
  // a card takes longer than a frame; a key pressed meanwhile comes first
  const known = useDeferredValue(asked.data)
  const isDone = asked.data?.mark === 'done'
  const place = useRef<HTMLElement>(null)
  const isOver = onBack !== null

  // what opens over the list takes the focus along
  useEffect(() => {
    if (isOver && emailId) place.current?.focus()
  }, [isOver, emailId])

  return (
    <section ref={place} tabIndex={-1} aria-label={mailCopy.openMailLabel} className="mail-open">
      <div className="mail-tools">
        {onBack && (
          <Button variant="ghost" size="icon" aria-label={mailCopy.backToList} onClick={onBack}>
            <ArrowLeft aria-hidden="true" />
          </Button>
        )}
        <Button size="sm" aria-keyshortcuts="e" onClick={onDone}>
          {isDone ? <Undo2 aria-hidden="true" /> : <Check aria-hidden="true" />}
          {isDone ? mailCopy.markOpen : mailCopy.markDone}
        </Button>
        <Button size="sm" aria-keyshortcuts="h" aria-haspopup="dialog" onClick={onSnooze}>
          <Clock aria-hidden="true" />
          {mailCopy.snooze}
        </Button>
        <span className="ml-auto text-meta text-text-3 tabular-nums">
          {index !== null && mailCopy.placeOf(index + 1, total)}
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-label={mailCopy.previousMail}
          disabled={index === null || index === 0}
          onClick={() => onMove(-1)}
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={mailCopy.nextMail}
          disabled={index === null || index >= total - 1}
          onClick={() => onMove(1)}
        >
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
      <AskedCard
        asked={{ ...asked, data: known?.id === emailId ? known : undefined }}
        setting={setting}
        isAnalyzing={isAnalyzing}
      />
    </section>
  )
}
