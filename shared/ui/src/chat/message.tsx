import type { Answerer, Excerpt, StoredImage } from '@shortlist/contracts/chat'
import { Check, Copy, Square } from 'lucide-react'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import { useClient } from '../client-provider.tsx'
import { useHealth } from '../connection/use-health.ts'
import { copy } from '../copy.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { Badge } from '../primitives/badge.tsx'
import { Button } from '../primitives/button.tsx'
import { useCopy } from '../primitives/use-copy.ts'
import { useLoadRemoteImages } from '../settings/settings.ts'
import { Sources } from '../sources/sources.tsx'
import { formatDuration, formatRunningTime, useElapsed } from '../time/use-elapsed.ts'
import { notify } from '../toasts/notify.ts'
import { type ChatMessage, isStreaming } from './chat-state.ts'
import { ExcerptCard } from './excerpt-card.tsx'
import { FetchedImage, ImageLink, LocalImage } from './fetched-image.tsx'

/** What every entry of a log has in common; it stays the same object while nothing changes. */
export type MessageSetting = ReturnType<typeof useMessageSetting>

interface SettingParts {
  readonly chatId: string
  readonly messages: readonly ChatMessage[]
  readonly onStop: () => void
  /** Puts a question into the box again, with what it was about. */
  readonly onFill: (question: string, excerpt?: Excerpt) => void
  /** Asks a question once more, somebody else. */
  readonly onAskOther: (asked: ChatMessage, answerBy: Answerer) => void
}

/** What the entries of a log share; it changes only with the chat, so that entries rest. */
export function useMessageSetting(parts: SettingParts) {
  const { chatId } = parts
  const [loadRemoteImages] = useLoadRemoteImages()
  const client = useClient()
  const { origin, canUseAddresses } = client.abilities
  const latest = useRef(parts)

  useLayoutEffect(() => {
    latest.current = parts
  })

  return useMemo(
    () => ({
      origin,
      loadRemoteImages,
      /** The address of a stored image; left out where this page cannot show those of the daemon. */
      imageSrc: canUseAddresses
        ? (image: StoredImage) => client.chats.imageUrl(chatId, image)
        : undefined,
      readImage: (image: StoredImage, signal: AbortSignal) =>
        client.chats.image(chatId, image, signal),
      onStop: () => latest.current.onStop(),
      /** Puts the question of a failed reply back into the box. */
      onTryAgain(failed: ChatMessage) {
        const { messages, onFill } = latest.current
        const question = questionOf(failed, messages)
        onFill(question?.text ?? '', question?.excerpt)
      },
      onAskOther(answer: ChatMessage, answerBy: Answerer) {
        const { messages, onAskOther } = latest.current
        const question = questionOf(answer, messages)
        if (question) onAskOther(question, answerBy)
      },
    }),
    [client, origin, canUseAddresses, chatId, loadRemoteImages],
  )
}

function questionOf(answer: ChatMessage, messages: readonly ChatMessage[]) {
  return messages.slice(0, messages.indexOf(answer)).findLast(({ role }) => role === 'user')
}

interface MessageProps {
  readonly message: ChatMessage
  /** Counted from 1. */
  readonly position: number
  readonly count: number
  readonly isStopping: boolean
  readonly setting: MessageSetting
}

const labels = {
  user: copy.chat.userLabel,
  bot: copy.chat.botLabel,
  error: copy.chat.errorLabel,
} as const

/** One entry of the log. */
export const Message = memo(function Message(props: MessageProps) {
  const { message, position, count } = props
  const Part = parts[message.role]

  return (
    <article
      aria-label={labels[message.role]}
      aria-posinset={position}
      aria-setsize={count}
      className="group pb-6"
    >
      <Part {...props} />
    </article>
  )
})

const parts = { user: Question, bot: Reply, error: Failure } as const

/** A question with the attached image and what it is about above it. */
function Question({ message, setting }: MessageProps) {
  const { text, image, file, excerpt } = message
  const { imageSrc, readImage } = setting

  return (
    <div className="ml-auto flex w-fit max-w-[80%] flex-col items-end gap-2 @max-[420px]:max-w-[90%]">
      {file && <LocalImage bytes={file} />}
      {image && imageSrc && <ImageLink src={imageSrc(image)} />}
      {image && !imageSrc && <FetchedImage image={image} read={readImage} />}
      {excerpt && <ExcerptCard excerpt={excerpt} />}
      {text && (
        <p className="rounded-lg rounded-br-sm bg-user-bubble px-3.5 py-2 text-body wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      )}
    </div>
  )
}

/** Why there is no reply, and the way to ask again. */
function Failure(props: MessageProps) {
  const { message, setting } = props
  return (
    <div className="flex flex-wrap items-start gap-2 rounded-md border-l-4 border-red-line bg-red-soft px-3 py-2 text-body text-red-text">
      <div className="min-w-0 flex-1 basis-40 break-words">
        <Markdown
          text={message.text}
          isStreaming={false}
          origin={setting.origin}
          loadRemoteImages={false}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" size="sm" onClick={() => setting.onTryAgain(message)}>
          {copy.chat.tryAgain}
        </Button>
        <AskOther {...props} />
      </div>
    </div>
  )
}

/** Asks the last question once more: the model that failed, or the guides instead of it. */
function AskOther({ message, position, count, setting }: MessageProps) {
  const { otherwise } = message
  if (!otherwise || position < count) return null
  return (
    <Button size="sm" onClick={() => setting.onAskOther(message, otherwise.by)}>
      {otherwise.by === 'model' ? copy.chat.askAgain(otherwise.name) : copy.chat.askGuides}
    </Button>
  )
}

/** A reply: its markdown, and below it how far it is or how long it took. */
function Reply(props: MessageProps) {
  const { message, isStopping, setting } = props
  const { text, isStopped, startedAt, sources } = message
  const isRunning = isStreaming(message)
  const isProcessing = isRunning && text === ''

  return (
    <>
      {isProcessing && <ShimmerLines />}
      {text && (
        <div className="text-body break-words">
          <Markdown
            text={text}
            isStreaming={isRunning}
            origin={setting.origin}
            loadRemoteImages={setting.loadRemoteImages}
          />
        </div>
      )}
      {isStopped && (
        <p className="mt-2 w-fit rounded-full bg-surface-3 px-2.5 py-0.5 text-meta text-text-2">
          {copy.chat.stopped}
        </p>
      )}
      {sources && <Sources sources={sources} />}
      {isRunning ? (
        <ReplyProgress
          isProcessing={isProcessing}
          startedAt={startedAt ?? 0}
          isStopping={isStopping}
          onStop={setting.onStop}
        />
      ) : (
        <>
          <Ending message={message} />
          <AskOther {...props} />
        </>
      )}
    </>
  )
}

/** How often the daemon is asked whether the model is being loaded, in milliseconds. */
const ASK_EVERY = 2000

interface ReplyProgressProps {
  readonly isProcessing: boolean
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly isStopping: boolean
  readonly onStop: () => void
}

/** How a running reply gets on, and the way to stop it; it stays in view while the text scrolls. */
export function ReplyProgress(props: ReplyProgressProps) {
  const { isProcessing, startedAt, isStopping, onStop } = props
  const elapsed = useElapsed(startedAt)
  const engine = useHealth(isProcessing && ASK_EVERY)?.engine
  const isLoading = isProcessing && engine?.isLoading

  return (
    <div className="sticky bottom-2 z-10 mt-3 flex w-fit max-w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-border bg-surface px-2 py-1 text-meta text-text-2">
      {/* first, since the words beside it change their width under the pointer */}
      <Button variant="secondary" size="sm" disabled={isStopping} onClick={onStop}>
        <Square aria-hidden className="size-3 fill-current" />
        {isStopping ? copy.chat.stopping : copy.chat.stop}
      </Button>
      <Badge
        tone="accent"
        dot="filled"
        className="[&>span]:animate-pulse motion-reduce:[&>span]:animate-none"
      >
        {isProcessing ? copy.chat.processing : copy.chat.streaming}
      </Badge>
      <span className="tabular-nums">
        {elapsed < 1000 ? copy.chat.starting : copy.chat.runningFor(formatRunningTime(elapsed))}
      </span>
      {isLoading && <span className="w-full">{copy.chat.modelLoading}</span>}
    </div>
  )
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

function Ending({ message }: { readonly message: ChatMessage }) {
  const { text, responseTime, timestamp } = message
  const took = responseTime === undefined ? [] : [formatDuration(responseTime)]
  const at = timestamp === undefined ? [] : [clock.format(timestamp)]

  return (
    <div className="mt-1 flex min-h-8 items-center gap-2 text-meta text-text-3 tabular-nums">
      {took.length + at.length > 0 && <span>{[...took, ...at].join(' · ')}</span>}
      {text && <CopyMessage text={text} />}
    </div>
  )
}

function ShimmerLines() {
  return (
    <div aria-hidden className="grid gap-2 py-1">
      {['w-full', 'w-5/6', 'w-2/3'].map((width) => (
        <div
          key={width}
          className={`h-3.5 animate-pulse rounded-sm bg-surface-3 motion-reduce:animate-none ${width}`}
        />
      ))}
    </div>
  )
}

/** Copies the markdown of a reply. */
function CopyMessage({ text }: { readonly text: string }) {
  const [isCopied, copyText] = useCopy(() => notify('error', copy.shell.copyFailed))

  return (
    <span className="opacity-0 transition-opacity duration-(--t-fast) group-hover:opacity-100 focus-within:opacity-100 [@media(hover:none)]:opacity-100">
      <Button
        variant="ghost"
        size="icon"
        aria-label={copy.chat.copyMessage}
        onClick={() => copyText(text)}
      >
        {isCopied ? (
          <Check aria-hidden className="size-4" />
        ) : (
          <Copy aria-hidden className="size-4" />
        )}
      </Button>
      <span role="status" className={isCopied ? 'text-caption text-text-3' : 'sr-only'}>
        {isCopied && copy.chat.copied}
      </span>
    </span>
  )
}
