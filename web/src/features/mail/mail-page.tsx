import { copy } from '@shortlist/ui/copy'
import { MailX } from 'lucide-react'

/** The address of the mail and calendar assistant, which this version does not have. */
export function MailPage() {
  return (
    <div className="rise grid flex-1 place-content-center justify-items-center gap-4 px-4 py-12 text-center">
      <title>{`${copy.shell.mailTitle} - ${copy.product}`}</title>
      <span className="grid size-14 place-items-center rounded-lg bg-surface-2 text-text-3">
        <MailX aria-hidden="true" className="size-6" />
      </span>
      <h2 className="max-w-100 text-card font-semibold">{copy.shell.mailPending}</h2>
    </div>
  )
}
