import type { Mode } from '@shortlist/contracts/chat'
import { ChatList } from '@shortlist/ui/chat-list/chat-list.tsx'
import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { useMode } from '@shortlist/ui/settings/settings'
import { shellCopy } from '@shortlist/ui/shell-copy'
import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useCallback } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { paths } from '../../host/paths.ts'
import { PageTitle } from '../../host/replies.tsx'
import { Link, useNavigate } from '../../host/router.ts'

/** Home: the chats of the account, beside what matters of the mailbox. */
export function HomePage() {
  return (
    <ChatsFrame title={copy.chatList.title}>
      <div className="grid content-start gap-6 min-[1100px]:grid-cols-[minmax(0,1fr)_320px]">
        <div className="min-w-0">
          <Chats />
        </div>
        <Glance />
      </div>
    </ChatsFrame>
  )
}

/** The chats of the account alone. */
export function ChatsPage() {
  return (
    <ChatsFrame title={shellCopy.chats}>
      <Chats />
    </ChatsFrame>
  )
}

function ChatsFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-280 px-4 pt-6 pb-10 max-[420px]:px-3 max-[420px]:pt-4">
      <PageTitle of={title} />
      {/* over both columns: in the middle of a window the button would lie below the toasts */}
      <div className="mb-5 flex items-center justify-between gap-3">
        <h2 className="text-title font-[650] tracking-[-0.02em]">{title}</h2>
        <Button variant="primary" asChild>
          <Link to={paths.newChat}>
            <Plus aria-hidden="true" />
            {copy.chatList.newChat}
          </Link>
        </Button>
      </div>
      {children}
    </div>
  )
}

function Chats() {
  const navigate = useNavigate()
  const [, setMode] = useMode()
  const open = useCallback((chatId: string) => navigate(paths.chat(chatId)), [navigate])

  function beginChat(mode?: Mode): void {
    if (mode) setMode(mode)
    navigate(paths.newChat)
  }

  return <ChatList hrefOf={paths.chat} onOpen={open} onNewChat={beginChat} />
}

const GlanceRail = lazyPart(
  async () => (await import('@shortlist/ui/insights/glance-rail.tsx')).GlanceRail,
)

/** What matters of the mailbox, beside the chats; a bonus that stays away where it fails. */
function Glance() {
  const navigate = useNavigate()
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <GlanceRail mailHref={paths.mail} onOpenMail={() => navigate(paths.mail)} />
      </Suspense>
    </ErrorBoundary>
  )
}
