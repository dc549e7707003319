import { cn } from '../../primitives/class-names.ts'
import { mailCopy } from '../mail-copy.ts'
import { useDoneActions } from './done-actions.ts'

interface ActionItemsProps {
  readonly emailId: string
  readonly items: readonly string[]
}

/** What is to be done, to be ticked off; the ticks stay in this browser. */
export function ActionItems({ emailId, items }: ActionItemsProps) {
  const { isDone, setDone } = useDoneActions(emailId)

  if (items.length === 0) return null
  return (
    <ul aria-label={mailCopy.actionItems} className="mt-2">
      {[...new Set(items)].map((item) => (
        <li key={item}>
          <label className="flex cursor-pointer items-start gap-2 py-0.5">
            <input
              type="checkbox"
              checked={isDone(item)}
              onChange={(event) => setDone(item, event.target.checked)}
              className="mt-1 size-4 shrink-0"
            />
            <span
              dir="auto"
              className={cn(
                'min-w-0 flex-1 wrap-anywhere',
                isDone(item) && 'text-text-3 line-through',
              )}
            >
              {item}
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}
