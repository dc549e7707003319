import type { Mode } from '@shortlist/contracts/chat'
import { ChatList } from '@shortlist/ui/chat-list/chat-list.tsx'
import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { useMode } from '@shortlist/ui/settings/settings'
import { shellCopy } from '@shortlist/ui/shell-copy'
import { Plus } from 'lucide-react'
import { useCallback } from 'react'
import { paths } from '../../host/paths.ts'
import { PageTitle } from '../../host/replies.tsx'
import { Link, useNavigate } from '../../host/router.ts'

/** The chats of the account alone. */
export function ChatsPage() {
  return (
    <div className="mx-auto w-full max-w-280 px-4 pt-6 pb-10 max-[420px]:px-3 max-[420px]:pt-4">
      <PageTitle of={shellCopy.chats} />
      <Chats title={shellCopy.chats} />
    </div>
  )
}

/** The chats of the account, with the way to a new one. */
export function Chats({ title }: { readonly title: string }) {
  const navigate = useNavigate()
  const [, setMode] = useMode()
  const open = useCallback((chatId: string) => navigate(paths.chat(chatId)), [navigate])

  function beginChat(mode?: Mode): void {
    if (mode) setMode(mode)
    navigate(paths.newChat)
  }

  return (
    <section className="min-w-0 print:hidden">
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 className="text-heading font-[650] tracking-[-0.02em]">{title}</h2>
        <Button variant="primary" asChild>
          <Link to={paths.newChat}>
            <Plus aria-hidden="true" />
            {copy.chatList.newChat}
          </Link>
        </Button>
      </div>
      <ChatList hrefOf={paths.chat} onOpen={open} onNewChat={beginChat} />
    </section>
  )
}
