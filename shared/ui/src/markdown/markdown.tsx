import './markdown.css'
import {
  type ComponentProps,
  createContext,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { ErrorBoundary, useErrorBoundary } from 'react-error-boundary'
import ReactMarkdown, {
  type Components,
  defaultUrlTransform,
  type ExtraProps,
} from 'react-markdown'
import remend from 'remend'
import { copy } from '../copy.ts'
import { lazyOr } from '../primitives/lazy-part.ts'
import { useCopy } from '../primitives/use-copy.ts'
import { Image, ImageSettings } from './image.tsx'
import { Link } from './link.tsx'
import {
  type Block,
  finishBlocks,
  guardText,
  noBlocks,
  readGfm,
  type StreamedBlocks,
  settleBlocks,
} from './settle-blocks.ts'

/**
 * A text that takes longer than this to parse, twice, is shown as it is, for good. Once may be the
 * computer's fault, which was busy with something else.
 */
const maxParseMs = 200

export interface MarkdownProps {
  text: string
  isStreaming: boolean
  /** The origin whose images count as our own and that relative addresses belong to. */
  origin: string
  loadRemoteImages: boolean
}

/** A reply as markdown; while it streams, settled blocks are never parsed again. */
export function Markdown({ text, isStreaming, origin, loadRemoteImages }: MarkdownProps) {
  const [slowParses, setSlowParses] = useState(0)
  const [wantedImages, setWantedImages] = useState<ReadonlySet<string>>(new Set())
  const wantImage = useCallback(
    (address: string) => setWantedImages((wanted) => new Set(wanted).add(address)),
    [],
  )
  const onParsed = useCallback((cost: number) => {
    if (cost > maxParseMs) setSlowParses((count) => count + 1)
  }, [])
  const settings = useMemo(
    () => ({ origin, loadRemoteImages, wantedImages, wantImage }),
    [origin, loadRemoteImages, wantedImages, wantImage],
  )
  const plain = <PlainText text={text} />
  return (
    <div className="markdown">
      {slowParses > 1 ? (
        plain
      ) : (
        <ErrorBoundary fallback={plain}>
          <ImageSettings value={settings}>
            <OnParsed value={onParsed}>
              <Reply text={text} isStreaming={isStreaming} />
            </OnParsed>
          </ImageSettings>
        </ErrorBoundary>
      )}
    </div>
  )
}

function Reply({ text: received, isStreaming }: Pick<MarkdownProps, 'text' | 'isStreaming'>) {
  // The parser counts every line end as one character.
  const text = received.includes('\r') ? received.replaceAll(/\r\n?/g, '\n') : received
  const streamed = useStreamedBlocks(text, isStreaming)
  const finished = useMemo(
    () => (isStreaming ? [] : (finishBlocks(streamed, text) ?? guardText(text))),
    [isStreaming, streamed, text],
  )
  const { settled, tail, fence } = isStreaming ? streamed : { settled: finished, ...nothingGrows }
  return <Blocks settled={settled} tail={tail} fence={fence} />
}

/** Rendering takes at most a quarter of the main thread: a render of cost d is followed by 3 d. */
const restPerCost = 3

/** The blocks of a streaming reply, renewed at most once per animation frame and paced by cost. */
function useStreamedBlocks(text: string, isStreaming: boolean): StreamedBlocks {
  const onParsed = useContext(OnParsed)
  const { showBoundary } = useErrorBoundary()
  const [pacer] = useState(() => new Pacer(isStreaming ? text : ''))
  const [blocks, setBlocks] = useState(pacer.blocks)
  // Not a passive effect: that would be one more task for each piece.
  useLayoutEffect(() => {
    pacer.onBlocks = setBlocks
    pacer.onParsed = onParsed
    pacer.onFailed = showBoundary
    if (isStreaming) pacer.offer(text)
    else pacer.stop()
  }, [pacer, text, isStreaming, onParsed, showBoundary])
  useEffect(() => () => pacer.stop(), [pacer])
  return blocks
}

class Pacer {
  blocks: StreamedBlocks
  onBlocks: (blocks: StreamedBlocks) => void = () => undefined
  onParsed: (milliseconds: number) => void = () => undefined
  onFailed: (error: unknown) => void = () => undefined
  #text: string
  #cancel: (() => void) | null = null
  #restsUntil = 0

  constructor(text: string) {
    this.#text = text
    this.blocks = settleBlocks(noBlocks, text)
  }

  offer(text: string): void {
    this.#text = text
    if (this.#cancel !== null || text === this.blocks.text) return
    const rest = this.#restsUntil - performance.now()
    if (rest > 0) this.#after(rest, () => this.#nextFrame())
    else this.#nextFrame()
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  #nextFrame(): void {
    const frame = requestAnimationFrame(() => this.#render())
    this.#cancel = () => cancelAnimationFrame(frame)
  }

  #render(): void {
    const started = performance.now()
    try {
      this.blocks = settleBlocks(this.blocks, this.#text)
    } catch (error) {
      this.onFailed(error)
      return
    }
    this.onParsed(performance.now() - started)
    flushSync(() => this.onBlocks(this.blocks))
    // A task posted in a frame runs after its layout and paint, which belong to the cost.
    this.#after(0, () => {
      const now = performance.now()
      this.#restsUntil = now + (now - started) * restPerCost
      this.#cancel = null
      this.offer(this.#text)
    })
  }

  #after(milliseconds: number, work: () => void): void {
    const timer = setTimeout(work, milliseconds)
    this.#cancel = () => clearTimeout(timer)
  }
}

// Only what is half open is closed; the other repairs would change finished text as well.
const repairs = {
  linkMode: 'text-only',
  comparisonOperators: false,
  katex: false,
  singleTilde: false,
} as const

interface BlocksProps {
  settled: readonly Block[]
  /** The block that is still growing; null in a finished reply. */
  tail: Block | null
  fence: StreamedBlocks['fence']
}

/** The blocks of a reply, each keyed by its place, so that settled ones are left alone. */
const Blocks = memo(function Blocks({ settled, tail, fence }: BlocksProps) {
  const groups: ReactNode[] = []
  const count = settled.length + (tail === null ? 0 : 1)
  for (let from = 0; from < count; from += groupSize) {
    const isLast = from + groupSize >= count
    const growing = isLast ? { tail, fence } : nothingGrows
    groups.push(<BlockGroup key={from} settled={settled} from={from} {...growing} />)
  }
  return groups
})

// With each frame React compares a few groups instead of every block of a long reply.
const groupSize = 16
const nothingGrows = { tail: null, fence: null }

type GroupProps = BlocksProps & { from: number }

const BlockGroup = memo(function BlockGroup({ settled, from, tail, fence }: GroupProps) {
  const parts: ReactNode[] = []
  const blocks = settled.slice(from, from + groupSize)
  for (const block of blocks) parts.push(toElement(block, true))
  if (fence !== null) parts.push(<OpenFence key={fence.start} {...fence} />)
  else if (tail !== null) parts.push(toElement(tail, false))
  // The parser of a whole text leaves a line end between its blocks.
  return parts.flatMap((part, at) => (from + at === 0 ? [part] : ['\n', part]))
}, isSameGroup)

/** Blocks are only ever added or begun anew, so the last one tells whether a group is the same. */
function isSameGroup(before: GroupProps, after: GroupProps): boolean {
  const last = after.from + groupSize - 1
  return (
    after.tail === null &&
    before.tail === null &&
    after.settled[last] !== undefined &&
    before.settled[last] === after.settled[last]
  )
}

function toElement({ start, text, isPlain }: Block, isSettled: boolean): ReactNode {
  if (isPlain) return <PlainText key={start} text={text} />
  const shown = isSettled ? text : remend(text.trimEnd(), repairs)
  return <MarkdownBlock key={start} text={shown} isSettled={isSettled} />
}

const plugins = [readGfm]

const components: Components = {
  a: Link,
  img: Image,
  pre: Pre,
  table: Table,
  input: TaskBox,
  // The page has its own first two levels of headings.
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
}

/** Hears how many milliseconds a parse took. */
const OnParsed = createContext<(milliseconds: number) => void>(() => undefined)

/** False inside the block that a running reply still changes. */
const IsSettled = createContext(true)

interface MarkdownBlockProps {
  text: string
  /** False while later text may still belong to this block. */
  isSettled: boolean
}

/** A piece of markdown, parsed again only when it changes. */
const MarkdownBlock = memo(function MarkdownBlock({ text, isSettled }: MarkdownBlockProps) {
  const onParsed = useContext(OnParsed)
  const started = performance.now()
  // Called, not rendered, so that its time can be taken.
  const tree = ReactMarkdown({
    children: text,
    remarkPlugins: plugins,
    components,
    urlTransform: safeUrl,
  })
  const cost = performance.now() - started
  useEffect(() => onParsed(cost), [onParsed, cost])
  return <IsSettled value={isSettled}>{tree}</IsSettled>
})

function Pre({ node }: ComponentProps<'pre'> & ExtraProps) {
  const code = node?.children[0]
  if (code?.type !== 'element') return null
  const text = code.children[0]
  const className = String(code.properties.className ?? '')
  return (
    <CodeBlock
      code={text?.type === 'text' ? text.value.replace(/\n$/, '') : ''}
      language={/language-(\S+)/.exec(className)?.[1] ?? ''}
    />
  )
}

function Table({ children }: ComponentProps<'table'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <div role="group" aria-label="Table" tabIndex={0} className="markdown-table">
      <table>{children}</table>
    </div>
  )
}

function TaskBox({ checked }: ComponentProps<'input'>) {
  return <input type="checkbox" checked={checked} disabled aria-label={checked ? 'Done' : 'Open'} />
}

/** The specification's rule for addresses in replies (section 1): any other scheme becomes ''. */
const safeUrl: (address: string) => string = defaultUrlTransform

// colours are an ornament: without their chunk the code is shown as it is
const ColouredCode = lazyOr<CodeProps>(
  () => import('./coloured-code.tsx').then((module) => module.ColouredCode),
  PlainCode,
)

interface CodeProps {
  code: string
  language: string
}

/** A block of code, coloured once its text is complete. */
function CodeBlock({ code, language }: CodeProps) {
  const isSettled = useContext(IsSettled)
  const plain = <PlainCode code={code} language={language} />
  return (
    <CodeFrame code={code} language={language}>
      {isSettled && language !== '' ? (
        <Suspense fallback={plain}>
          <ColouredCode code={code} language={language} />
        </Suspense>
      ) : (
        plain
      )}
    </CodeFrame>
  )
}

function PlainCode({ code }: CodeProps) {
  return <code>{code}</code>
}

/** The frame around code: language, Copy, a wrap toggle and a scroll area for the keyboard. */
function CodeFrame({ code, language, children }: CodeProps & { children: ReactNode }) {
  const [isWrapped, setWrapped] = useState(false)
  const pre = useRef<HTMLPreElement>(null)
  const name = language || 'text'
  return (
    <div className="markdown-code" data-wrapped={isWrapped || undefined}>
      <div className="markdown-code-header">
        <span>{name}</span>
        <button
          type="button"
          className="markdown-code-wrap"
          aria-pressed={isWrapped}
          onClick={() => setWrapped(!isWrapped)}
        >
          Wrap
        </button>
        <CopyButton code={code} onRefused={() => pre.current && select(pre.current)} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls, and a landmark per code block would crowd their list */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <div role="group" aria-label={`Code, ${name}`} tabIndex={0}>
        <pre ref={pre}>{children}</pre>
      </div>
    </div>
  )
}

function CopyButton({ code, onRefused }: { code: string; onRefused: () => void }) {
  const [isCopied, copyText] = useCopy(onRefused)
  return (
    <>
      <button type="button" onClick={() => copyText(code)}>
        {isCopied ? copy.chat.copied : copy.chat.copy}
      </button>
      <span role="status" className="sr-only">
        {isCopied ? copy.chat.copied : ''}
      </span>
    </>
  )
}

/** Selects what could not be copied, so that the reader's own keys can copy it. */
function select(element: Element): void {
  getSelection()?.selectAllChildren(element)
}

/** A code block whose end has not come yet: new code is appended, without colours. */
function OpenFence({ code, language }: CodeProps) {
  return (
    <CodeFrame code={code} language={language}>
      <code>
        <AppendedText text={code} />
      </code>
    </CodeFrame>
  )
}

/** A text as it is, line breaks kept: what is shown instead of markdown that costs too much. */
function PlainText({ text }: { text: string }) {
  return (
    <p className="markdown-plain">
      <AppendedText text={text} />
    </p>
  )
}

// Each chunk is a block of its own: new text makes the browser lay out one chunk, not all of them.
const chunkLength = 2000

/** A growing text that is appended to, never set again. */
function AppendedText({ text }: { text: string }) {
  const host = useRef<HTMLSpanElement>(null)
  const shown = useRef('')
  useLayoutEffect(() => {
    if (host.current === null) return
    if (!text.startsWith(shown.current)) {
      host.current.replaceChildren()
      shown.current = ''
    }
    appendText(host.current, text.slice(shown.current.length))
    shown.current = text
  }, [text])
  return <span ref={host} />
}

function appendText(host: HTMLElement, text: string): void {
  let rest = text
  while (rest !== '') {
    const chunk = openChunk(host)
    const lineEnd = rest.indexOf('\n', Math.max(0, chunkLength - chunk.length))
    const piece = lineEnd === -1 ? rest : rest.slice(0, lineEnd + 1)
    chunk.appendData(piece)
    rest = rest.slice(piece.length)
  }
}

function openChunk(host: HTMLElement): Text {
  const last = host.lastChild?.firstChild
  if (last instanceof Text && !(last.length >= chunkLength && last.data.endsWith('\n'))) return last
  const chunk = document.createElement('span')
  chunk.className = 'markdown-chunk'
  const text = document.createTextNode('')
  chunk.append(text)
  host.append(chunk)
  return text
}
