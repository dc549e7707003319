import type { Mode } from '@shortlist/contracts/chat'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { ErrorBox } from '../primitives/error-box.tsx'
import { Skeleton } from '../primitives/loading.tsx'
import type { ChatState } from './chat-state.ts'

interface BlankLogProps {
  readonly chat: ChatState
  readonly mode: Mode
  /** Puts a suggestion into the box; it is not sent. */
  readonly onFill: (question: string) => void
  readonly onRetry: () => void
  readonly onBack: () => void
}

const suggestions = {
  chat: copy.chat.codeSuggestions,
  coach: copy.chat.coachSuggestions,
} as const

/** What the log shows while it has no message: it is being read, could not be read, or is empty. */
export function BlankLog({ chat, mode, onFill, onRetry, onBack }: BlankLogProps) {
  if (chat.phase === 'loading') {
    return (
      <div role="status" className="grid gap-6">
        <span className="sr-only">{copy.chat.loading}</span>
        <Skeleton className="ml-auto h-10 w-2/5 rounded-lg" />
        <Skeleton className="h-28 w-full rounded-lg" />
        <Skeleton className="ml-auto h-16 w-3/5 rounded-lg" />
      </div>
    )
  }
  if (chat.phase === 'failed') {
    return (
      <ErrorBox
        action={
          <>
            <Button variant="secondary" size="sm" onClick={onRetry}>
              {copy.chat.retry}
            </Button>
            <Button variant="ghost" size="sm" onClick={onBack}>
              {copy.chat.backShort}
            </Button>
          </>
        }
      >
        {copy.chatList.error(chat.loadError)}
      </ErrorBox>
    )
  }
  return (
    <div className="empty-chat grid gap-4 py-8">
      <h3 className="text-center font-semibold text-title tracking-[-0.02em]">
        {copy.chat.emptyTitle}
      </h3>
      <ul className="grid gap-3 @min-[600px]:grid-cols-2">
        {suggestions[mode].map((suggestion) => (
          <li key={suggestion}>
            <button
              type="button"
              onClick={() => onFill(suggestion)}
              className="w-full rounded-lg border border-border bg-surface px-4 py-3 text-left text-sm transition-colors duration-(--t-fast) hover:border-border-strong hover:bg-surface-2"
            >
              {suggestion}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
