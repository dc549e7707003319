import { copy } from '../copy.ts'
import { Spinner } from './spinner.tsx'

/** A page that is on its way; invisible for the first 200 ms, so that nothing flashes. */
export function PageLoading() {
  return (
    <div role="status" className="appear-late grid flex-1 place-items-center">
      <Spinner />
      <span className="sr-only">{copy.shell.loading}</span>
    </div>
  )
}
