import { ArrowDown } from 'lucide-react'
import {
  memo,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useStickToBottom } from 'use-stick-to-bottom'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { lazyOr } from '../primitives/lazy-part.ts'
import { type ChatMessage, isStreaming } from './chat-state.ts'
import { useInView } from './fetched-image.tsx'
import { Message, type MessageSetting } from './message.tsx'

/** More entries than this are windowed. */
const WINDOW_ABOVE = 100

/** Up to this many entries can be shown all at once, so that the browser can search in them. */
const SHOW_ALL_UP_TO = 200

/** So many of the newest entries are seen until the window is loaded, which few chats need. */
const SHOWN_MEANWHILE = 20

interface WindowProps {
  readonly scrollRef: RefObject<HTMLElement | null>
  readonly data: readonly ChatMessage[]
  readonly children: (message: ChatMessage, index: number) => ReactElement
}

// without it a long log is slower, and shows as much
const Virtualizer = lazyOr<WindowProps>(
  async () => (await import('virtua')).Virtualizer,
  ({ data, children }) => data.map(children),
)

interface MessageLogProps {
  readonly messages: readonly ChatMessage[]
  readonly isReplying: boolean
  readonly isStopping: boolean
  readonly setting: MessageSetting
  /** Shown instead of entries while there are none. */
  readonly children?: ReactNode
}

/** The conversation; it stays at its end until somebody scrolls away. */
export const MessageLog = memo(function MessageLog(props: MessageLogProps) {
  const { messages, isReplying, children } = props
  const { scrollRef, contentRef, scrollToBottom } = useStickToBottom({
    initial: 'instant',
    resize: 'instant',
  })
  const marker = useRef<HTMLDivElement>(null)
  const isBottomInView = useInView(marker, MARGIN, true)
  const last = messages.at(-1)

  useEffect(() => {
    // a question of one's own is followed wherever one has scrolled to
    if (isReplying) void scrollToBottom('instant')
  }, [isReplying, scrollToBottom])

  return (
    <div className="relative min-h-0 min-w-0">
      <div
        ref={scrollRef}
        role="log"
        aria-label={copy.chat.logLabel}
        aria-live="off"
        aria-busy={isReplying}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the keyboard
        tabIndex={0}
        // entries hold texts for screen readers alone, which lie outside what does not contain them
        className="relative h-full overflow-y-auto overscroll-contain"
      >
        <div ref={contentRef} className="mx-auto w-full max-w-[792px] px-4 pt-6 @max-[420px]:px-3">
          {messages.length === 0 ? children : <Entries {...props} scroll={scrollRef} />}
          {isReplying && <p className="pb-4 text-meta text-text-3">{copy.chat.generating}</p>}
          <div ref={marker} className="h-px" />
        </div>
      </div>
      {!isBottomInView && (
        <ScrollToBottom
          newest={`${last?.key} ${last?.text.length}`}
          onScroll={() => void scrollToBottom('smooth')}
        />
      )}
    </div>
  )
})

interface EntriesProps extends MessageLogProps {
  readonly scroll: RefObject<HTMLElement | null>
}

function Entries({ messages, isStopping, setting, scroll }: EntriesProps) {
  const [isAllShown, setIsAllShown] = useState(false)
  const entry = (message: ChatMessage, index: number) => (
    <Message
      key={message.key}
      message={message}
      position={index + 1}
      count={messages.length}
      isStopping={isStopping && isStreaming(message)}
      setting={setting}
    />
  )
  if (isAllShown || messages.length <= WINDOW_ABOVE) return messages.map(entry)
  // what is on the screen stays there while the window is loaded
  const newest = messages.slice(messages.length <= SHOW_ALL_UP_TO ? 0 : -SHOWN_MEANWHILE)
  const older = messages.length - newest.length

  return (
    <>
      {messages.length <= SHOW_ALL_UP_TO && (
        <p className="flex justify-center pb-4">
          <Button variant="ghost" size="sm" onClick={() => setIsAllShown(true)}>
            {copy.chat.showAll}
          </Button>
        </p>
      )}
      <Suspense fallback={newest.map((message, index) => entry(message, older + index))}>
        <Virtualizer scrollRef={scroll} data={messages}>
          {entry}
        </Virtualizer>
      </Suspense>
    </>
  )
}

interface ScrollToBottomProps {
  /** Changes with every new text; what it was at first has been seen. */
  readonly newest: string
  readonly onScroll: () => void
}

/** The way back to the end of the log, with a dot when text has arrived there unseen. */
function ScrollToBottom({ newest, onScroll }: ScrollToBottomProps) {
  const [seen] = useState(newest)

  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-2 z-20 flex justify-center">
      <Button
        variant="secondary"
        size="sm"
        onClick={onScroll}
        className="pointer-events-auto rounded-full shadow-pop"
      >
        <ArrowDown aria-hidden className="size-4" />
        {copy.chat.scrollToBottom}
        {newest !== seen && (
          <span className="ml-1 size-2 rounded-full bg-accent">
            <span className="sr-only">{copy.chat.newText}</span>
          </span>
        )}
      </Button>
    </div>
  )
}

/** How far below the edge the end of the log still counts as in view (specification, section 9). */
const MARGIN = '0px 0px 100px 0px'
