import { CallFailed } from '@shortlist/client/call-failed'
import { LogoutButton } from '@shortlist/ui/auth/logout-button.tsx'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useBusy } from '@shortlist/ui/busy.tsx'
import { chatListKey } from '@shortlist/ui/chat-list/use-chat-list'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { copy } from '@shortlist/ui/copy'
import { describeFailure } from '@shortlist/ui/describe-failure'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { cn } from '@shortlist/ui/primitives/class-names'
import { CopyButton } from '@shortlist/ui/primitives/copy-button.tsx'
import { ConfirmDialog, Sheet } from '@shortlist/ui/primitives/dialog.tsx'
import { shellCopy } from '@shortlist/ui/shell-copy'
import { notify } from '@shortlist/ui/toasts/notify'
import { useQueryClient } from '@tanstack/react-query'
import { Mail, MessagesSquare, Settings, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { UploadControl } from '../features/folder-upload/upload-control.tsx'
import { isChatPath, isConversationPath, paths } from '../host/paths.ts'
import { Link, useLocation, useNavigate } from '../host/router.ts'

/** The menu of the header: where to go, files, and the account. */
export function Menu({ onClose }: { readonly onClose: () => void }) {
  const { abilities } = useClient()
  const { user } = useSession()
  const { pathname } = useLocation()

  return (
    <Sheet title={copy.shell.menu} closeLabel={copy.shell.closeMenu} onClose={onClose}>
      <div className="flex-1 overflow-y-auto overscroll-contain px-5 py-4">
        {user && <UserId id={user.id} email={user.email} />}
        <MenuNavigation onNavigate={onClose} />
        {user && (
          <Group title={copy.shell.files}>
            <UploadControl />
          </Group>
        )}
        {user && isChatPath(pathname) && (
          <Group>
            <DeleteAll onDone={onClose} />
          </Group>
        )}
        {user && (
          <Group>
            <Button variant="ghost" asChild className="-mx-2.5 w-[calc(100%+20px)] justify-start">
              <Link to={paths.settings} onClick={onClose}>
                <Settings aria-hidden="true" />
                {shellCopy.settings}
              </Link>
            </Button>
          </Group>
        )}
      </div>
      {user && abilities.canSignOut && (
        <div className="border-t border-border p-3">
          <LogoutButton onDone={onClose} />
        </div>
      )}
    </Sheet>
  )
}

function UserId({ id, email }: { readonly id: string; readonly email: string }) {
  return (
    <div className="mb-3 flex items-center gap-2 rounded-md bg-surface-2 py-2 pr-1.5 pl-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-meta font-medium">{email}</p>
        <p className="truncate font-mono text-caption text-text-3">
          <span className="sr-only">{copy.shell.userId} </span>
          {id}
        </p>
      </div>
      <CopyButton text={id} label={copy.shell.copyUserId} />
    </div>
  )
}

function Group({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <section className="mt-3 border-t border-border pt-3">
      {title && <h3 className="mb-2 text-caption font-semibold text-text-3">{title}</h3>}
      {children}
    </section>
  )
}

/** Deletes every chat of the account after a question; screens are emptied before the call. */
function DeleteAll({ onDone }: { readonly onDone: () => void }) {
  const client = useClient()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isAsking, setAsking] = useState(false)

  async function deleteAll(): Promise<void> {
    await cache.cancelQueries({ queryKey: chatListKey })
    cache.setQueryData(chatListKey, [])
    if (isConversationPath(pathname)) navigate(paths.newChat, { replace: true })
    onDone()
    try {
      await client.chats.deleteAll()
    } catch (error) {
      notify('error', deleteAllFailure(error))
    }
    await cache.invalidateQueries({ queryKey: chatListKey })
  }

  return (
    <>
      <Button
        variant="ghost"
        onClick={() => setAsking(true)}
        className="-mx-2.5 w-[calc(100%+20px)] justify-start text-red-text enabled:hover:bg-red-soft enabled:hover:text-red-text"
      >
        <Trash2 aria-hidden="true" />
        {copy.shell.deleteAll}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={copy.shell.deleteAll}
          text={copy.chat.deleteAllText}
          onConfirm={deleteAll}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Which of the texts of the specification (section 8) says why it failed. */
function deleteAllFailure(error: unknown): string {
  const isRefusal = error instanceof CallFailed && error.reason === 'refused'
  return isRefusal ? copy.chat.deleteAllFailed : describeFailure(error, copy.chat.deleteAllFailed)
}

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
function MenuNavigation({ onNavigate }: { readonly onNavigate: () => void }) {
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
