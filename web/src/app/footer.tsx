import { useHealth } from '@shortlist/ui/connection/use-health'
import { copy } from '@shortlist/ui/copy'
import { cn } from '@shortlist/ui/primitives/class-names'
import { appPath } from '../host/app-path.ts'

/** Without an address of its own a page says where the source lies. */
const sourceUrl = import.meta.env.SOURCE_URL ?? `${appPath}source.html`

/** The last line of every page: where the source is, and which version runs. */
export function Footer({ isSlim }: { readonly isSlim: boolean }) {
  const health = useHealth()
  return (
    <footer
      className={cn(
        'flex shrink-0 items-center justify-center gap-2 border-t border-border text-caption text-text-3',
        isSlim ? 'h-7' : 'py-4',
      )}
    >
      <a href={sourceUrl} target="_blank" rel="noreferrer">
        {copy.shell.source}
      </a>
      {health && (
        <>
          <span aria-hidden="true">·</span>
          <span>
            {copy.product} {health.version}
          </span>
        </>
      )}
    </footer>
  )
}
