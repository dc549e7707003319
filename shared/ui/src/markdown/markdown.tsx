import './markdown.css'
import { useCallback, useMemo, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Blocks, PlainText } from './blocks.tsx'
import { guardText } from './guard-text.ts'
import { MarkdownSettings } from './markdown-settings.ts'
import { finishBlocks } from './settle-blocks.ts'
import { useStreamedBlocks } from './use-streamed-blocks.ts'

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
    () => ({ origin, loadRemoteImages, wantedImages, wantImage, onParsed }),
    [origin, loadRemoteImages, wantedImages, wantImage, onParsed],
  )
  const plain = <PlainText text={text} />
  return (
    <div className="markdown">
      {slowParses > 1 ? (
        plain
      ) : (
        <ErrorBoundary fallback={plain}>
          <MarkdownSettings value={settings}>
            <Reply text={text} isStreaming={isStreaming} onParsed={onParsed} />
          </MarkdownSettings>
        </ErrorBoundary>
      )}
    </div>
  )
}

interface ReplyProps {
  text: string
  isStreaming: boolean
  onParsed: (milliseconds: number) => void
}

function Reply({ text: received, isStreaming, onParsed }: ReplyProps) {
  // The lexer counts every line end as one character.
  const text = received.includes('\r') ? received.replaceAll(/\r\n?/g, '\n') : received
  const streamed = useStreamedBlocks(text, isStreaming, onParsed)
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
