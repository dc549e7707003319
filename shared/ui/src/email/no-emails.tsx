import { Mail } from 'lucide-react'
import { emailCopy } from './email-copy.ts'

/** Stands where cards will be; the sync button above is the only thing to do. */
export function NoEmails({ hasSynced }: { readonly hasSynced: boolean }) {
  return (
    <div className="rise grid justify-items-center gap-2 py-12 text-center">
      <span className="grid size-14 place-items-center rounded-lg bg-surface-2 text-text-3">
        <Mail aria-hidden="true" className="size-6" />
      </span>
      <h3 className="text-card font-semibold">
        {hasSynced ? emailCopy.emptyMailbox : emailCopy.nothingYet}
      </h3>
      {!hasSynced && <p className="text-text-3">{emailCopy.nothingYetText}</p>}
    </div>
  )
}
