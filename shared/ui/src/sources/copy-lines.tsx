import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../primitives/button.tsx'
import { useBriefly } from '../time/use-briefly.ts'
import { sourcesCopy } from './sources-copy.ts'

/** Copies the lines of a source. */
export function CopyLines({ text }: { readonly text: string }) {
  const [isCopied, sayCopied] = useBriefly()
  const [isRefused, setIsRefused] = useState(false)

  async function copyText(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setIsRefused(false)
      sayCopied()
    } catch {
      // also where the page has no clipboard at all, as on plain http
      setIsRefused(true)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <span role="status" className="text-caption text-text-2">
        {isCopied && sourcesCopy.copied}
        {isRefused && !isCopied && sourcesCopy.copyFailed}
      </span>
      <Button size="sm" onClick={() => void copyText()}>
        {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {sourcesCopy.copy}
      </Button>
    </div>
  )
}
