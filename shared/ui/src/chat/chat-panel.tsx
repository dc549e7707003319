import type { Mode } from '@shortlist/contracts/chat'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTellBusy } from '../busy.tsx'
import { copy } from '../copy.ts'
import { Announcer } from './announcer.tsx'
import { BlankLog } from './blank-log.tsx'
import { ChatBar } from './chat-bar.tsx'
import { Composer, type ExcerptHost, useQuestionBox } from './composer.tsx'
import { ContextMeter } from './context-meter.tsx'
import { useMessageSetting } from './message.tsx'
import { MessageLog } from './message-log.tsx'
import { type ChatHost, useChat } from './use-chat.ts'

export interface ChatPanelProps extends ChatHost, ExcerptHost {
  /** The signed-in account; a new chat's id begins with it. */
  readonly userId: string
  /** The chat to open; left out for a new one. It may become the new chat's id without a remount. */
  readonly chatId?: string | undefined
  readonly mode: Mode
  /** The user has chosen a mode, or a chat that was opened has its last message in this one. */
  readonly onModeChange: (mode: Mode, cause: 'chosen' | 'stored') => void
  /** "Back to Chats". */
  readonly onBack: () => void
  /** Begins an empty chat. */
  readonly onNewChat: () => void
  /** A new chat has its first message: the host replaces the address. */
  readonly onFirstMessage: (chatId: string) => void
  /** True from a question to the end of its reply, and while a chat is being read. */
  readonly onBusyChange?: ((isBusy: boolean) => void) | undefined
  /** The user's setting "Always load remote images"; off where it is left out. */
  readonly loadRemoteImages?: boolean | undefined
  /** Whether single keys such as `/` do something; on where it is left out. */
  readonly hasSingleKeys?: boolean | undefined
  /** A control of the host in the bar. */
  readonly barExtra?: ReactNode
  /** Controls of the host beside the choice of an image. */
  readonly composerExtra?: ReactNode
}

interface ConversationProps extends Omit<ChatPanelProps, 'userId'> {
  readonly chatId: string
  /** Nothing of this chat is stored yet. */
  readonly isNew: boolean
}

/** A whole conversation, the same in a browser tab and in the side panel. It fills its parent. */
export function ChatPanel({ userId, chatId: named, ...props }: ChatPanelProps) {
  const chatId = useChatId(userId, named)

  return <Conversation {...props} key={chatId} chatId={chatId} isNew={named === undefined} />
}

/**
 * The id of the chat on the screen, named or new. A new chat keeps the id it was given here when its
 * host begins to name it; each later return to a new chat gets a fresh one.
 */
function useChatId(userId: string, named: string | undefined): string {
  const newId = () => `${userId}_${Date.now()}`
  const [made, setMade] = useState(newId)
  const [last, setLast] = useState(named)

  if (named !== last) {
    setLast(named)
    if (named === undefined) setMade(newId)
  }
  return named ?? made
}

const placeholders = { chat: copy.chat.codePlaceholder, coach: copy.chat.coachPlaceholder } as const

/** One chat: its bar, its log and the box for the next message. */
function Conversation(props: ConversationProps) {
  const { chatId, isNew, mode, onBack, onBusyChange, notify } = props
  const box = useQuestionBox(isNew ? 'new' : chatId, props)
  const { chat, isReplying, send, stop, reread } = useChat({
    ...props,
    onUnsent: box.giveBack,
  })
  const isBusy = isReplying || chat.phase === 'loading'
  const { messages, contextTokens } = chat
  const needed = box.tokensWith(chat.instructionTokens)
  const setting = useMessageSetting({ ...props, messages, onStop: stopByButton, onFill: box.fill })

  useTellBusy(isBusy, onBusyChange)

  function sendQuestion(): void {
    void send(box.take())
    if (isNew) props.onFirstMessage(chatId)
  }

  function stopByButton(): void {
    // the button goes away, and the focus with it
    box.field.current?.focus()
    void stop()
  }

  function stopOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || !isReplying || chat.isStopping) return
    event.preventDefault()
    void stop()
  }

  return (
    <section
      aria-label={copy.chat.chatLabel}
      onKeyDown={stopOnEscape}
      className="@container grid h-full min-h-0 grid-rows-[auto_minmax(0,1fr)_auto]"
    >
      <ChatBar {...props} isBusy={isBusy} />
      <MessageLog
        messages={messages}
        isReplying={isReplying}
        isStopping={chat.isStopping}
        setting={setting}
      >
        {messages.length === 0 && (
          <BlankLog chat={chat} mode={mode} onFill={box.fill} onRetry={reread} onBack={onBack} />
        )}
      </MessageLog>
      <div className="writing mx-auto w-full max-w-[792px] px-4 pb-3 @max-[420px]:px-2.5">
        <Composer
          box={box}
          placeholder={placeholders[mode]}
          extra={props.composerExtra}
          onRefuse={() => notify('error', copy.chat.onlyImages)}
          objection={needed > contextTokens ? copy.chat.tooLong(needed, contextTokens) : ''}
          isLocked={isReplying || chat.phase !== 'ready'}
          hasSingleKeys={props.hasSingleKeys ?? true}
          onSend={sendQuestion}
        />
        <ContextMeter
          percent={chat.contextPercent}
          contextTokens={contextTokens}
          promptTokens={box.tokens}
          onNewChat={props.onNewChat}
        />
      </div>
      <Announcer isReplying={isReplying} last={messages.at(-1)} />
    </section>
  )
}
