import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'

/** How long "Copied" stays, in milliseconds. */
const SHOWN_FOR = 2000

/** Copies the markdown of a reply. */
export function CopyMessage({ text }: { readonly text: string }) {
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const hiding = setTimeout(() => setIsCopied(false), SHOWN_FOR)
    return () => clearTimeout(hiding)
  }, [isCopied])

  async function copyText(): Promise<void> {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }

  return (
    <span className="opacity-0 transition-opacity duration-(--t-fast) group-hover:opacity-100 focus-within:opacity-100 [@media(hover:none)]:opacity-100">
      <Button variant="ghost" size="icon" aria-label={copy.chat.copyMessage} onClick={copyText}>
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
