import type { Mode } from '@shortlist/contracts/chat'
import { copy } from '../copy.ts'

interface EmptyChatProps {
  readonly mode: Mode
  /** Puts a suggestion into the box; it is not sent. */
  readonly onPick: (text: string) => void
}

const suggestions = {
  chat: copy.chat.codeSuggestions,
  coach: copy.chat.coachSuggestions,
} as const

/** What a chat shows before its first message. */
export function EmptyChat({ mode, onPick }: EmptyChatProps) {
  return (
    <div className="empty-chat grid gap-4 py-8">
      <h3 className="text-center font-semibold text-title tracking-[-0.02em]">
        {copy.chat.emptyTitle}
      </h3>
      <ul className="grid gap-3 @min-[600px]:grid-cols-2">
        {suggestions[mode].map((text) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => onPick(text)}
              className="w-full rounded-lg border border-border bg-surface px-4 py-3 text-left text-sm transition-colors duration-(--t-fast) hover:border-border-strong hover:bg-surface-2"
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
