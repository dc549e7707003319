import { LogoutButton } from '@shortlist/ui/auth/logout-button.tsx'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { CopyButton } from '@shortlist/ui/primitives/copy-button.tsx'
import { Sheet } from '@shortlist/ui/primitives/sheet.tsx'
import { BookOpen } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { UploadControl } from '../features/folder-upload/upload-control.tsx'
import { isChatPath } from '../host/paths.ts'
import { useLocation } from '../host/router.ts'
import { DeleteAll } from './delete-all.tsx'
import { EngineInfo } from './engine-info.tsx'
import { MenuNavigation } from './menu-navigation.tsx'
import { MenuSettings } from './menu-settings.tsx'

/** The menu of the header: where to go, files, settings, and the account. */
export function Menu({ onClose }: { readonly onClose: () => void }) {
  const { abilities } = useClient()
  const { user } = useSession()
  const { pathname } = useLocation()
  useEndOfSession(user?.id, onClose)

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

/** A session that ends by itself leads to the sign-in, which a menu would cover. */
function useEndOfSession(userId: string | undefined, onEnd: () => void): void {
  const [openedFor] = useState(userId)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (userId !== openedFor) end()
  }, [userId, openedFor])
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
