import type { Connection } from '@shortlist/client/abilities'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useBusy } from '@shortlist/ui/busy.tsx'
import { useConnection, useConnectionLabel } from '@shortlist/ui/connection/use-connection'
import { copy } from '@shortlist/ui/copy'
import { NotLoaded } from '@shortlist/ui/crash.tsx'
import { isSyncing, useSync } from '@shortlist/ui/mail/sync/mail-sync'
import { Badge } from '@shortlist/ui/primitives/badge.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { cn } from '@shortlist/ui/primitives/class-names'
import { lazyOr } from '@shortlist/ui/primitives/lazy-part'
import { Logo } from '@shortlist/ui/primitives/logo.tsx'
import { shellCopy } from '@shortlist/ui/shell-copy'
import { Menu as MenuIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useUploadActivity } from '../features/folder-upload/upload-provider.tsx'
import { isChatPath, isSettingsPath, paths } from '../host/paths.ts'
import { useRunningChats } from '../host/replies.tsx'
import { useLocation } from '../host/router.ts'

const loadMenu = async () => (await import('./menu.tsx')).Menu
const Menu = lazyOr(loadMenu, NotLoaded)

const tones: Readonly<Record<Connection, keyof typeof dots>> = {
  connecting: 'neutral',
  online: 'ok',
  offline: 'bad',
  crowded: 'bad',
}

/** Menu, title, what is going on, and whether the daemon is there. */
export function Header() {
  const { pathname } = useLocation()
  const { isLoading } = useBusy()
  const isUploading = useUploadActivity() !== null
  const connection = useConnection()
  const connectionLabel = useConnectionLabel(connection)
  const { userId } = useSession()
  const [opened, setOpened] = useState<{ readonly by: string | null }>()
  // a session that ends by itself leads to the sign-in, which a menu would cover
  const isOpen = opened?.by === userId

  return (
    <header className="flex items-center gap-3 border-b border-border px-4 frosted print:hidden max-[420px]:gap-2 max-[420px]:px-2.5">
      <Button
        variant="ghost"
        size="icon"
        aria-label={copy.shell.openMenu}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={isLoading}
        onClick={() => setOpened({ by: userId })}
        onPointerEnter={loadMenu}
        onFocus={loadMenu}
        className="relative text-text"
      >
        <MenuIcon aria-hidden="true" />
        <MenuDot connection={connection} isBusy={isLoading || isUploading} />
      </Button>
      <Logo className="size-7 max-[359px]:hidden" />
      <h1 className="min-w-0 flex-1 text-[15px] leading-5 font-semibold max-[899px]:text-meta max-[899px]:leading-4 max-[899px]:text-balance">
        {titleOf(pathname)}
      </h1>
      <ActivityPill />
      <Badge
        role="status"
        tone={tones[connection]}
        dot={connection === 'online' ? 'filled' : 'ring'}
        className="max-[899px]:sr-only"
      >
        {connectionLabel}
      </Badge>
      {isOpen && (
        <Suspense>
          <Menu onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </header>
  )
}

function titleOf(pathname: string): string {
  if (pathname === paths.files) return shellCopy.filesTitle
  if (isSettingsPath(pathname)) return shellCopy.settings
  return isChatPath(pathname) ? copy.shell.chatTitle : copy.shell.mailTitle
}

const dots = { neutral: 'bg-text-3', ok: 'bg-green-line', bad: 'bg-red-line' } as const

/** The pills of the header, where there is no room for them. */
function MenuDot({ connection, isBusy }: { connection: Connection; isBusy: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'absolute top-1.5 right-1.5 size-2 rounded-full outline-2 outline-surface min-[900px]:hidden',
        isBusy ? 'animate-pulse bg-accent motion-reduce:animate-none' : dots[tones[connection]],
      )}
    />
  )
}

/** What goes on in the account, in one line: a sync, an upload, a reply. */
function ActivityPill() {
  const sync = useSync().state
  const upload = useUploadActivity()
  const { isChatLoading } = useBusy()
  const isReplying = useRunningChats().size > 0 || isChatLoading
  if (!isSyncing(sync) && upload === null && !isReplying) return null
  const progress = sync.total > 0 ? ` ${sync.analyzed} / ${sync.total}` : ''
  return (
    <Badge tone="accent" dot="filled" className="tabular-nums max-[899px]:sr-only">
      {isSyncing(sync) && <span>{copy.shell.analyzing + progress}</span>}
      {upload !== null && <span>{upload}</span>}
      {isReplying && <span>{copy.shell.generating}</span>}
    </Badge>
  )
}
