import { Search } from 'lucide-react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'

interface ChatFilterProps {
  readonly value: string
  /** How many chats match at present. */
  readonly found: number
  readonly onChange: (value: string) => void
}

/** A field that narrows the list, and a line for when nothing is left of it. */
export function ChatFilter({ value, found, onChange }: ChatFilterProps) {
  return (
    <div className="mb-5">
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-2.5 left-3 size-4 text-text-3"
        />
        <input
          type="search"
          aria-label={copy.chatList.filter}
          placeholder={copy.chatList.filter}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-9 w-full rounded-md border border-border bg-surface pr-3 pl-9 text-ui placeholder:text-text-3 hover:border-border-strong"
        />
      </div>
      {found === 0 && (
        <div role="status" className="mt-10 flex flex-col items-center gap-3 text-text-3">
          <p>{copy.chatList.noMatch}</p>
          <Button size="sm" onClick={() => onChange('')}>
            {copy.chatList.clearFilter}
          </Button>
        </div>
      )}
    </div>
  )
}
