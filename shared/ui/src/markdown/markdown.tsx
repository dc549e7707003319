import './markdown.css'
import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { ErrorBoundary, useErrorBoundary } from 'react-error-boundary'
import { Blocks, OnParsed, PlainText } from './blocks.tsx'
import { ImageSettings } from './image.tsx'
import {
  finishBlocks,
  guardText,
  noBlocks,
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

interface ReplyProps {
  text: string
  isStreaming: boolean
}

function Reply({ text: received, isStreaming }: ReplyProps) {
  // The lexer counts every line end as one character.
  const text = received.includes('\r') ? received.replaceAll(/\r\n?/g, '\n') : received
  const streamed = useStreamedBlocks(text, isStreaming)
  const finished = useMemo(
    () => (isStreaming ? [] : (finishBlocks(streamed, text) ?? guardText(text))),
    [isStreaming, streamed, text],
  )
  return isStreaming ? (
    <Blocks settled={streamed.settled} tail={streamed.tail} fence={streamed.fence} />
  ) : (
    <Blocks settled={finished} tail={null} fence={null} />
  )
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
