import { useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useErrorBoundary } from 'react-error-boundary'
import { noBlocks, type StreamedBlocks, settleBlocks } from './settle-blocks.ts'

/** Rendering takes at most a quarter of the main thread: a render of cost d is followed by 3 d. */
const restPerCost = 3

/** The blocks of a streaming reply, renewed at most once per animation frame and paced by cost. */
export function useStreamedBlocks(
  text: string,
  isStreaming: boolean,
  onParsed: (milliseconds: number) => void,
): StreamedBlocks {
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
