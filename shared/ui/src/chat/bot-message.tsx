import { Suspense } from 'react'
import { copy } from '../copy.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { lazyOr } from '../primitives/lazy-or.ts'
import { SourcePaths } from '../sources/source-paths.tsx'
import { formatDuration } from '../time/format-duration.ts'
import type { ChatMessage } from './chat-message.ts'
import { CopyMessage } from './copy-message.tsx'
import { ReplyProgress } from './reply-progress.tsx'

const Sources = lazyOr(
  () => import('../sources/sources.tsx').then((module) => module.Sources),
  SourcePaths,
)

interface BotMessageProps {
  readonly message: ChatMessage
  readonly isStopping: boolean
  readonly origin: string
  readonly loadRemoteImages: boolean
  readonly onStop: () => void
}

/** A reply: its markdown, and below it how far it is or how long it took. */
export function BotMessage(props: BotMessageProps) {
  const { message, isStopping, origin, loadRemoteImages, onStop } = props
  const { text, isStreaming, isProcessing, isStopped, startedAt, sources } = message

  return (
    <>
      {isProcessing && <ShimmerLines />}
      {text && (
        <div className="text-body break-words">
          <Markdown
            text={text}
            isStreaming={isStreaming}
            origin={origin}
            loadRemoteImages={loadRemoteImages}
          />
        </div>
      )}
      {isStopped && (
        <p className="mt-2 w-fit rounded-full bg-surface-3 px-2.5 py-0.5 text-meta text-text-2">
          {copy.chat.stopped}
        </p>
      )}
      {sources && (
        <Suspense>
          <Sources sources={sources} />
        </Suspense>
      )}
      {isStreaming ? (
        <ReplyProgress
          isProcessing={isProcessing}
          startedAt={startedAt ?? 0}
          isStopping={isStopping}
          onStop={onStop}
        />
      ) : (
        <Ending message={message} />
      )}
    </>
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
