import './markdown.css'
import { useCallback, useMemo, useState } from 'react'
import { MarkdownBlock } from './block.tsx'
import { MarkdownSettings } from './markdown-settings.ts'

export interface MarkdownProps {
  text: string
  isStreaming: boolean
  /** The origin whose images count as our own and that relative addresses belong to. */
  origin: string
  loadRemoteImages: boolean
}

/** A reply as markdown; while it streams only its last block is parsed again. */
export function Markdown({ text, isStreaming, origin, loadRemoteImages }: MarkdownProps) {
  const [wantedImages, setWantedImages] = useState<ReadonlySet<string>>(new Set())
  const wantImage = useCallback(
    (address: string) => setWantedImages((wanted) => new Set(wanted).add(address)),
    [],
  )
  const settings = useMemo(
    () => ({ origin, loadRemoteImages, wantedImages, wantImage }),
    [origin, loadRemoteImages, wantedImages, wantImage],
  )
  return (
    <MarkdownSettings value={settings}>
      <div className="markdown">
        <MarkdownBlock text={text} isSettled={!isStreaming} />
      </div>
    </MarkdownSettings>
  )
}
