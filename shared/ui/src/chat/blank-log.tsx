import type { Mode } from '@shortlist/contracts/chat'
import type { ChatState } from './chat-state.ts'
import { EmptyChat } from './empty-chat.tsx'
import { LoadFailed } from './load-failed.tsx'
import { LoadingChat } from './loading-chat.tsx'

interface BlankLogProps {
  readonly chat: ChatState
  readonly mode: Mode
  readonly onFill: (text: string) => void
  readonly onRetry: () => void
  readonly onBack: () => void
}

/** What the log shows while it has no message: it is being read, could not be read, or is empty. */
export function BlankLog({ chat, mode, onFill, onRetry, onBack }: BlankLogProps) {
  switch (chat.phase) {
    case 'loading':
      return <LoadingChat />
    case 'failed':
      return <LoadFailed reason={chat.loadError} onRetry={onRetry} onBack={onBack} />
    case 'ready':
      return <EmptyChat mode={mode} onPick={onFill} />
  }
}
