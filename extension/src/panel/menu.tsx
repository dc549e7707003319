import { LogoutButton } from '@shortlist/ui/auth/logout-button.tsx'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { cn } from '@shortlist/ui/primitives/class-names'
import { MenuLayer } from '@shortlist/ui/primitives/dialog.tsx'
import { ThemeChoice } from '@shortlist/ui/settings/theme-choice.tsx'
import { webAppPaths } from '@shortlist/ui/web-app-paths'
import { CodeXml, ExternalLink, Keyboard, type LucideIcon, Plus, Settings } from 'lucide-react'
import { openOptions, openWebApp } from '../host/open-web-app.ts'
import { panelCopy } from './panel-copy.ts'
import { forgetPlace } from './use-place.ts'

export interface MenuProps {
  /** Where the web app shows what is open here. */
  readonly webAppPath: `/${string}`
  /** Left out where nobody is signed in. */
  readonly onNewChat?: () => void
  readonly onClose: () => void
}

/** What the panel has no room for. */
export function Menu({ webAppPath, onNewChat, onClose }: MenuProps) {
  const { user } = useSession()
  const { abilities } = useClient()
  const { hasWebApp } = abilities

  function leaveFor(open: () => Promise<void>): () => void {
    return () => {
      onClose()
      void open()
    }
  }

  function leave(): void {
    forgetPlace()
    onClose()
  }

  return (
    <MenuLayer
      title={panelCopy.more}
      className="top-12 right-2 w-72 max-w-[calc(100%-16px)] p-1.5"
      onClose={onClose}
    >
      {hasWebApp && (
        <Item
          icon={ExternalLink}
          label={panelCopy.openFullApp}
          onClick={leaveFor(() => openWebApp(webAppPath))}
        />
      )}
      {onNewChat && (
        <Item
          icon={Plus}
          label={copy.chatList.newChat}
          onClick={() => {
            onClose()
            onNewChat()
          }}
        />
      )}
      <Item icon={Settings} label={panelCopy.options} onClick={leaveFor(() => openOptions())} />
      <Item
        icon={Keyboard}
        label={panelCopy.shortcuts}
        onClick={leaveFor(() => openOptions('shortcuts'))}
      />
      <div className={cn('my-1.5 border-border px-1 py-2', hasWebApp ? 'border-y' : 'border-t')}>
        <ThemeChoice />
      </div>
      {hasWebApp && (
        <Item
          icon={CodeXml}
          label={copy.shell.source}
          onClick={leaveFor(() => openWebApp(webAppPaths.source))}
        />
      )}
      {user && abilities.canSignOut && <LogoutButton onDone={leave} />}
    </MenuLayer>
  )
}

interface ItemProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly onClick: () => void
}

function Item({ icon: Icon, label, onClick }: ItemProps) {
  return (
    <Button variant="ghost" onClick={onClick} className="w-full justify-start">
      <Icon aria-hidden="true" />
      {label}
    </Button>
  )
}
