import { useBusy } from '@shortlist/ui/busy.tsx'
import { copy } from '@shortlist/ui/copy'
import { cn } from '@shortlist/ui/primitives/class-names'
import { Mail, MessagesSquare } from 'lucide-react'
import { isChatPath, paths } from '../host/paths.ts'
import { Link, useLocation } from '../host/router.ts'

const links = [
  { to: paths.home, label: copy.shell.chatLink, icon: MessagesSquare, isAt: isChatPath },
  {
    to: paths.mail,
    label: copy.shell.mailLink,
    icon: Mail,
    isAt: (path: string) => path === paths.mail,
  },
] as const

/** The two sides of the app; locked while a reply or a sync runs. */
export function MenuNavigation({ onNavigate }: { readonly onNavigate: () => void }) {
  const { isLoading } = useBusy()
  const { pathname } = useLocation()

  return (
    <nav aria-label={copy.shell.mainNavigation} className="-mx-2 grid gap-1">
      {links.map(({ to, label, icon: Icon, isAt }) => (
        <Link
          key={to}
          to={to}
          aria-current={isAt(pathname) ? 'page' : undefined}
          aria-disabled={isLoading || undefined}
          onClick={(event) => (isLoading ? event.preventDefault() : onNavigate())}
          className={cn(
            'flex h-10 items-center gap-3 rounded-md px-2.5 font-medium text-text-2 no-underline transition-colors duration-(--t-fast) hover:bg-surface-2 hover:text-text',
            'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text',
            'aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
          )}
        >
          <Icon aria-hidden="true" className="size-4.5" />
          {label}
        </Link>
      ))}
    </nav>
  )
}
