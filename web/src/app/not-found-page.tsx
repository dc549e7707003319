import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { Compass } from 'lucide-react'
import { paths } from '../host/paths.ts'
import { Link } from '../host/router.ts'

/** What an address without a page shows. */
export function NotFoundPage() {
  return (
    <div className="rise grid flex-1 place-content-center justify-items-center gap-2 px-4 py-12 text-center">
      <title>{`${copy.shell.notFoundTitle} - ${copy.product}`}</title>
      <span className="mb-2 grid size-14 place-items-center rounded-lg bg-surface-2 text-text-3">
        <Compass aria-hidden="true" className="size-6" />
      </span>
      <h2 className="text-heading font-semibold">{copy.shell.notFoundTitle}</h2>
      <p className="text-text-2">{copy.shell.notFoundText}</p>
      <Button asChild className="mt-4">
        <Link to={paths.home}>{copy.shell.notFoundLink}</Link>
      </Button>
    </div>
  )
}
