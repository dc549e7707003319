import type { Mode } from '@shortlist/contracts/chat'

export interface ChatPanelProps {
  /** The signed-in account; a new chat's id begins with it. */
  readonly userId: string
  /** The chat to open; left out for a new one. It may become the new chat's id without a remount. */
  readonly chatId?: string | undefined
  readonly mode: Mode
  readonly onModeChange: (mode: Mode) => void
  /** "Back to Chats". */
  readonly onBack: () => void
  /** A new chat: begins an empty one. */
  readonly onNewChat: () => void
  /** A new chat has its first message: the host replaces the address. */
  readonly onFirstMessage: (chatId: string) => void
  /** A call was answered with 401; what was typed is kept for the next visit. */
  readonly onSignedOut: () => void
  /** What the chat list shows may have changed: a message, a title. */
  readonly onListChange?: (() => void) | undefined
  /** True from a question to the end of its reply. */
  readonly onBusyChange?: ((isBusy: boolean) => void) | undefined
  readonly notify: (kind: 'error' | 'success', text: string) => void
  /** The user's setting "Always load remote images"; off where it is left out. */
  readonly loadRemoteImages?: boolean | undefined
  /** Whether single keys such as `/` do something; on where it is left out. */
  readonly hasSingleKeys?: boolean | undefined
}

/** A whole conversation, the same in a browser tab and in the side panel. */
export function ChatPanel(_props: ChatPanelProps) {
  return <section aria-label="Chat" />
}
