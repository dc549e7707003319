import { CallFailed } from '@shortlist/client/call-failed'
import type { EngineStatus } from '@shortlist/contracts/health'
import { LogoutButton } from '@shortlist/ui/auth/logout-button.tsx'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useBusy } from '@shortlist/ui/busy.tsx'
import { chatListKey } from '@shortlist/ui/chat-list/use-chat-list'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { useHealth } from '@shortlist/ui/connection/use-health'
import { copy } from '@shortlist/ui/copy'
import { describeFailure } from '@shortlist/ui/describe-failure'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { cn } from '@shortlist/ui/primitives/class-names'
import { CopyButton } from '@shortlist/ui/primitives/copy-button.tsx'
import { ConfirmDialog, Sheet } from '@shortlist/ui/primitives/dialog.tsx'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { Switch } from '@shortlist/ui/primitives/switch.tsx'
import { useLoadRemoteImages, useSingleKeys } from '@shortlist/ui/settings/settings'
import { ThemeChoice } from '@shortlist/ui/settings/theme-choice.tsx'
import { shellCopy } from '@shortlist/ui/shell-copy'
import { notify } from '@shortlist/ui/toasts/notify'
import { useQueryClient } from '@tanstack/react-query'
import { BookOpen, Keyboard, Mail, MessagesSquare, Settings, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { UploadControl } from '../features/folder-upload/upload-control.tsx'
import { isChatPath, isConversationPath, paths } from '../host/paths.ts'
import { Link, useLocation, useNavigate } from '../host/router.ts'

const KeySheet = lazyPart(async () => (await import('@shortlist/ui/shell/key-sheet.tsx')).KeySheet)

/** The menu of the header: where to go, files, settings, and the account. */
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
        <Group title={copy.shell.settings}>
          <MenuSettings />
          {user && (
            <Button
              variant="ghost"
              asChild
              className="-mx-2.5 mt-2 w-[calc(100%+20px)] justify-start"
            >
              <Link to={paths.settings} onClick={onClose}>
                <Settings aria-hidden="true" />
                {shellCopy.allSettings}
              </Link>
            </Button>
          )}
        </Group>
        <EngineInfo />
        {abilities.apiDocsUrl && (
          <Group>
            <Button variant="ghost" asChild className="-mx-2.5 w-[calc(100%+20px)] justify-start">
              <a href={abilities.apiDocsUrl} target="_blank" rel="noreferrer">
                <BookOpen aria-hidden="true" />
                {copy.shell.apiDocs}
              </a>
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

/** What answers a chat at present, what is wrong with it, and which servers were found besides. */
function EngineInfo() {
  const engine = useHealth()?.engine
  if (!engine) return null
  return (
    <section className="mt-3 border-t border-border pt-3">
      <h3 className="mb-1 text-caption font-semibold text-text-3">{copy.shell.engine}</h3>
      <p className="wrap-anywhere">{engine.label}</p>
      {engine.error && <p className="mt-1 text-meta text-red-text">{engine.error}</p>}
      <FoundServers engine={engine} />
    </section>
  )
}

function FoundServers({ engine }: { readonly engine: EngineStatus }) {
  // the one that answers is named above
  const others = engine.found.filter(({ name }) => !engine.label.endsWith(` on ${name}`))
  if (others.length === 0) return null
  return (
    <>
      <h4 className="mt-3 mb-1 text-caption font-semibold text-text-3">
        {copy.shell.enginesFound}
      </h4>
      <ul className="grid gap-1">
        {others.map(({ name, url, models }) => (
          <li key={url} className="text-meta text-text-2">
            {name} <span className="font-mono text-caption text-text-3">{new URL(url).host}</span>
            {models.length > 0 && (
              <span className="block truncate text-caption text-text-3">{models.join(', ')}</span>
            )}
          </li>
        ))}
      </ul>
    </>
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

/** Settings of this browser; each is kept at once. */
function MenuSettings() {
  const [loadsImages, setLoadsImages] = useLoadRemoteImages()
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()
  const [hasKeys, setKeys] = useState(false)

  return (
    <div className="grid gap-3">
      <ThemeChoice />
      <Switch
        label={copy.shell.loadImages}
        hint={copy.shell.loadImagesHint}
        checked={loadsImages}
        onChange={setLoadsImages}
      />
      <Switch
        label={copy.shell.singleKeys}
        hint={copy.shell.singleKeysHint}
        checked={hasSingleKeys}
        onChange={setSingleKeys}
      />
      <div>
        <Button size="sm" aria-haspopup="dialog" onClick={() => setKeys(true)}>
          <Keyboard aria-hidden="true" />
          {shellCopy.keys}
        </Button>
      </div>
      {hasKeys && (
        <Suspense>
          <KeySheet onClose={() => setKeys(false)} />
        </Suspense>
      )}
    </div>
  )
}
