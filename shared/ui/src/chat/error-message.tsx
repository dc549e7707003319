import { copy } from '../copy.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { Button } from '../primitives/button.tsx'

interface ErrorMessageProps {
  /** Markdown. */
  readonly text: string
  readonly origin: string
  readonly onTryAgain: () => void
}

/** Why there is no reply, and the way to ask again. */
export function ErrorMessage({ text, origin, onTryAgain }: ErrorMessageProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-2 rounded-md border-l-4 border-red-line bg-red-soft px-3 py-2 text-body text-red-text">
      <div className="min-w-0 flex-1 break-words">
        <Markdown text={text} isStreaming={false} origin={origin} loadRemoteImages={false} />
      </div>
      <Button variant="ghost" size="sm" onClick={onTryAgain}>
        {copy.chat.tryAgain}
      </Button>
    </div>
  )
}
