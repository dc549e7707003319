import { Button } from '@shortlist/ui/primitives/button.tsx'
import { FileText } from 'lucide-react'
import { readPageInFront } from '../../host/read-page.ts'
import { excerptsCopy, tellRefusal, useExcerpt } from './excerpt-provider.tsx'

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
