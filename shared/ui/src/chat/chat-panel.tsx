import { Conversation, type ConversationProps } from './conversation.tsx'
import { useChatId } from './use-chat-id.ts'

export interface ChatPanelProps extends Omit<ConversationProps, 'chatId' | 'isNew'> {
  /** The signed-in account; a new chat's id begins with it. */
  readonly userId: string
  /** The chat to open; left out for a new one. It may become the new chat's id without a remount. */
  readonly chatId?: string | undefined
}

/** A whole conversation, the same in a browser tab and in the side panel. It fills its parent. */
export function ChatPanel({ userId, chatId: named, ...props }: ChatPanelProps) {
  const { chatId, isNew } = useChatId(userId, named)

  return <Conversation key={chatId} chatId={chatId} isNew={isNew} {...props} />
}
