import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { noBlocks, type StreamedBlocks, settleBlocks } from './settle-blocks.ts'

/** Rendering takes at most a quarter of the main thread: a render of cost d is followed by 3 d. */
const restPerCost = 3

/** The blocks of a streaming reply, renewed at most once per animation frame and paced by cost. */
export function useStreamedBlocks(
  text: string,
  isStreaming: boolean,
  onParsed: (milliseconds: number) => void,
): StreamedBlocks {
  const [pacer] = useState(() => new Pacer(isStreaming ? text : ''))
  const [blocks, setBlocks] = useState(pacer.blocks)
  useEffect(() => {
    pacer.onBlocks = setBlocks
    pacer.onParsed = onParsed
    if (isStreaming) pacer.offer(text)
    else pacer.stop()
  }, [pacer, text, isStreaming, onParsed])
  useEffect(() => () => pacer.stop(), [pacer])
  return blocks
}

class Pacer {
  blocks: StreamedBlocks
  onBlocks: (blocks: StreamedBlocks) => void = () => undefined
  onParsed: (milliseconds: number) => void = () => undefined
  #text: string
  #cancel: (() => void) | null = null

  constructor(text: string) {
    this.#text = text
    this.blocks = settleBlocks(noBlocks, text)
  }

  offer(text: string): void {
    this.#text = text
    if (this.#cancel === null && text !== this.blocks.text) this.#nextFrame()
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
    this.blocks = settleBlocks(this.blocks, this.#text)
    this.onParsed(performance.now() - started)
    flushSync(() => this.onBlocks(this.blocks))
    // A task posted in a frame runs after its layout and paint, which belong to the cost.
    const timer = setTimeout(() => this.#rest(performance.now() - started), 0)
    this.#cancel = () => clearTimeout(timer)
  }

  #rest(cost: number): void {
    const timer = setTimeout(() => {
      this.#cancel = null
      this.offer(this.#text)
    }, cost * restPerCost)
    this.#cancel = () => clearTimeout(timer)
  }
}
