import type { Answerer, Mode } from '@shortlist/contracts/chat'
import { BriefcaseBusiness, ChevronLeft, CodeXml } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useBusy, useTellBusy } from '../busy.tsx'
import { useHealth } from '../connection/use-health.ts'
import { copy } from '../copy.ts'
import { Badge } from '../primitives/badge.tsx'
import { Button } from '../primitives/button.tsx'
import { ErrorBox } from '../primitives/error-box.tsx'
import { Skeleton } from '../primitives/loading.tsx'
import { ToggleGroup } from '../primitives/toggle-group.tsx'
import { Announcer } from './announcer.tsx'
import type { ChatMessage, ChatState } from './chat-state.ts'
import { type Attached, Composer, useQuestionBox } from './composer.tsx'
import { ContextMeter } from './context-meter.tsx'
import { useMessageSetting } from './message.tsx'
import { MessageLog } from './message-log.tsx'
import { Suggestions } from './suggestions.tsx'
import { type ChatHost, useChat } from './use-chat.ts'

import './chat.css'

export interface ChatPanelProps extends ChatHost {
  /** The chat to show, which is also the key of the panel. */
  readonly chatId: string
  /** Nothing of this chat is stored yet. */
  readonly isNew: boolean
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
  /** False while the host shows something else in its place, whose the keys then are. */
  readonly isShown?: boolean | undefined
  /** Left out where the host keeps no excerpt. */
  readonly attached?: Attached | undefined
  /** A control of the host in the bar. */
  readonly barExtra?: ReactNode
  /** Controls of the host beside the choice of an image. */
  readonly composerExtra?: ReactNode
}

const words = {
  chat: {
    name: copy.chat.coding,
    icon: <CodeXml aria-hidden className="size-4" />,
    title: copy.chat.codeAssistant,
    placeholder: copy.chat.codePlaceholder,
  },
  coach: {
    name: copy.chat.jobSearch,
    icon: <BriefcaseBusiness aria-hidden className="size-4" />,
    title: copy.chat.careerCoach,
    placeholder: copy.chat.coachPlaceholder,
  },
} as const

/** A whole conversation, the same in a browser tab and in the side panel. It fills its parent. */
export function ChatPanel(props: ChatPanelProps) {
  const { chatId, isNew, mode, onBack, onBusyChange, notify } = props
  const box = useQuestionBox(isNew ? 'new' : chatId, props.attached)
  const { chat, isReplying, send, sendAgain, stop, reread } = useChat({
    ...props,
    onUnsent: box.giveBack,
  })
  const isBusy = isReplying || chat.phase === 'loading'
  const { messages, contextTokens } = chat
  const needed = box.tokensWith(chat.instructionTokens)
  const setting = useMessageSetting({
    ...props,
    messages,
    onStop: stopByButton,
    onFill: box.fill,
    onAskOther: askOther,
  })

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

  function askOther(asked: ChatMessage, answerBy: Answerer): void {
    box.field.current?.focus()
    void sendAgain(asked, answerBy)
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
          placeholder={words[mode].placeholder}
          extra={props.composerExtra}
          onRefuse={() => notify('error', copy.chat.onlyImages)}
          objection={needed > contextTokens ? copy.chat.tooLong(needed, contextTokens) : ''}
          isLocked={isReplying || chat.phase !== 'ready'}
          hasKey={props.isShown ?? true}
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

interface ChatBarProps
  extends Pick<ChatPanelProps, 'mode' | 'onModeChange' | 'onBack' | 'barExtra'> {
  /** A reply runs or the chat is being read. */
  readonly isBusy: boolean
}

/** The head of a chat: the way back, what answers, and the choice of the mode. */
function ChatBar({ mode, onModeChange, onBack, isBusy, barExtra }: ChatBarProps) {
  const engine = useHealth()?.engine
  const { isLoading } = useBusy()

  return (
    <div className="chat-bar flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b border-border px-4 py-2 @max-[420px]:px-2.5">
      <Button
        variant="ghost"
        size="sm"
        aria-label={copy.chat.back}
        disabled={isBusy || isLoading}
        onClick={onBack}
      >
        <ChevronLeft aria-hidden className="size-4" />
        <span className="@max-[899px]:hidden">{copy.chat.back}</span>
        <span className="hidden @max-[899px]:inline">{copy.chat.backShort}</span>
      </Button>
      <h2 className="text-base font-semibold @max-[420px]:sr-only">{words[mode].title}</h2>
      {engine?.kind === 'built-in' && <Badge tone="neutral">{engine.label}</Badge>}
      <div className="ml-auto flex items-center gap-2">
        {barExtra}
        <ToggleGroup
          label={copy.chat.modeLabel}
          className="mode-toggle"
          value={mode}
          options={modes}
          onChange={(chosen) => onModeChange(chosen, 'chosen')}
          disabled={isBusy}
        />
      </div>
    </div>
  )
}

const modes = (['chat', 'coach'] as const).map((value) => {
  const { name, icon } = words[value]
  return { value, label: name, tooltip: name, icon }
})

interface BlankLogProps extends Pick<ChatPanelProps, 'mode' | 'onBack'> {
  readonly chat: ChatState
  /** Puts a suggestion into the box; it is not sent. */
  readonly onFill: (question: string) => void
  readonly onRetry: () => void
}

/** What the log shows while it has no message: it is being read, could not be read, or is empty. */
function BlankLog({ chat, mode, onFill, onRetry, onBack }: BlankLogProps) {
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
      <Suggestions mode={mode} onChoose={onFill} className="@min-[600px]:grid-cols-2" />
    </div>
  )
}
