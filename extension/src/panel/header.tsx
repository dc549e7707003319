import { useBusy } from '@shortlist/ui/busy.tsx'
import { OfflineBanner } from '@shortlist/ui/connection/offline-banner.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { Logo } from '@shortlist/ui/primitives/logo.tsx'
import { EllipsisVertical } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { MenuProps } from './menu.tsx'
import { NoticeStrip } from './notice-strip.tsx'
import { panelCopy } from './panel-copy.ts'
import { StatusDot } from './status-dot.tsx'
import { SyncCount } from './sync-count.tsx'

const loadMenu = async () => (await import('./menu.tsx')).Menu
const Menu = lazyPart(loadMenu)

interface HeaderProps extends Omit<MenuProps, 'onClose'> {
  /** What is said first, for whoever does not see the panel. */
  readonly title: string
  /** The choice between the views, for whoever is signed in. */
  readonly children?: ReactNode
}

/** The first 44 pixels: the views, whether the daemon is there, and the menu; below, how to start it and what the client has to say. */
export function Header({ title, children, ...menu }: HeaderProps) {
  const { isLoading } = useBusy()
  const [isOpen, setOpen] = useState(false)

  return (
    <>
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-border bg-surface px-2">
        <title>{title}</title>
        <h1 className="sr-only">{title}</h1>
        <Logo className="size-6 max-[240px]:hidden" />
        {children}
        <div className="ml-auto flex items-center gap-1">
          <SyncCount />
          <StatusDot />
          <Button
            variant="ghost"
            size="icon"
            aria-label={panelCopy.more}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            disabled={isLoading}
            onClick={() => setOpen(true)}
            onPointerEnter={loadMenu}
            onFocus={loadMenu}
            className="size-8"
          >
            <EllipsisVertical aria-hidden="true" />
          </Button>
        </div>
        {isOpen && (
          <Suspense>
            <Menu {...menu} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </header>
      <OfflineBanner />
      <NoticeStrip />
    </>
  )
}
