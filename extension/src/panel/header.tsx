import type { Connection } from '@shortlist/client/abilities'
import { useBusy } from '@shortlist/ui/busy.tsx'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { OfflineBanner } from '@shortlist/ui/connection/offline-banner.tsx'
import { useConnection, useConnectionLabel } from '@shortlist/ui/connection/use-connection'
import { copy } from '@shortlist/ui/copy'
import { isSyncing, useSync } from '@shortlist/ui/mail/sync/mail-sync'
import { Badge } from '@shortlist/ui/primitives/badge.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { cn } from '@shortlist/ui/primitives/class-names'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { Logo } from '@shortlist/ui/primitives/logo.tsx'
import { EllipsisVertical } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { handOverHere } from '../host/handover.ts'
import { useExcerpt } from './excerpts/excerpt-provider.tsx'
import { useWayOut } from './gate/use-demo.ts'
import type { MenuProps } from './menu.tsx'
import { panelCopy } from './panel-copy.ts'

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

/** A line under the header that the client asks for, and the way out where there is one. */
function NoticeStrip() {
  const { notice } = useClient().abilities
  const wayOut = useWayOut()
  const { excerpt } = useExcerpt()
  if (!notice) return null

  function leave(): void {
    wayOut?.leave()
    // what was taken from a page and not used waits for whom the panel shows next
    if (excerpt) void handOverHere({ excerpt })
  }

  return (
    <div className="flex shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1.5 border-b border-border bg-accent-soft px-2 py-1.5 text-meta text-accent-text">
      <div role="status">
        <p>{notice.text}</p>
        {wayOut?.isDaemonThere && <p className="font-semibold">{panelCopy.daemonIsThere}</p>}
      </div>
      {wayOut && (
        <Button size="sm" onClick={leave}>
          {wayOut.isDaemonThere ? panelCopy.openIt : panelCopy.leaveDemo}
        </Button>
      )}
    </div>
  )
}

const dots: Readonly<Record<Connection, string>> = {
  connecting: 'border-2 border-text-3',
  online: 'bg-green-line',
  offline: 'border-2 border-red-line',
  crowded: 'border-2 border-red-line',
}

/** Whether the daemon is there, and whether a reply is on its way: a dot, and words for whoever points at it or hears it. */
function StatusDot() {
  const { isChatLoading } = useBusy()
  const connection = useConnection()
  const label = useConnectionLabel(connection)
  const words = isChatLoading ? `${label}, ${copy.shell.generating}` : label

  return (
    <span role="status" title={words} className="grid size-6 shrink-0 place-items-center">
      <span
        aria-hidden="true"
        className={cn(
          'size-2.5 rounded-full forced-color-adjust-none',
          dots[connection],
          isChatLoading && 'animate-pulse',
        )}
      />
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** How far the running sync is; nothing while none runs. */
function SyncCount() {
  const { state } = useSync()
  if (!isSyncing(state) || state.total === 0) return null
  const { analyzed, total } = state
  return (
    <Badge tone="accent" className="px-2 tabular-nums max-[320px]:hidden">
      <span className="sr-only">{copy.shell.analyzing} </span>
      {analyzed}/{total}
    </Badge>
  )
}
