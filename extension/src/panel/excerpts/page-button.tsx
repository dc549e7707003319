import { Button } from '@shortlist/ui/primitives/button.tsx'
import { FileText } from 'lucide-react'
import { browser } from 'wxt/browser'
import type { Arrival } from '../../host/handover.ts'
import { askToReadPages, readPage } from '../../host/read-page.ts'
import { useExcerpt } from './excerpt-provider.tsx'
import { excerptsCopy } from './excerpts-copy.ts'
import { tellRefusal } from './tell-refusal.ts'

/** Takes the text of the page in front for the next question. Nothing is sent by it. */
export function PageButton() {
  const { setExcerpt } = useExcerpt()

  async function take(): Promise<void> {
    const { excerpt, refusal } = await readPageInFront()
    if (excerpt) setExcerpt(excerpt)
    else tellRefusal(refusal)
  }

  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={excerptsCopy.usePage}
      title={excerptsCopy.usePage}
      onClick={() => void take()}
    >
      <FileText aria-hidden className="size-4" />
    </Button>
  )
}

async function readPageInFront(): Promise<Arrival> {
  const { isAllowed } = await askToReadPages()
  if (!isAllowed) return { refusal: 'not-allowed' }
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true })
  return tab?.id === undefined ? { refusal: 'protected' } : readPage(tab.id)
}
