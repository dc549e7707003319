import { CallFailed } from '@shortlist/client/call-failed'
import { chatListKey } from '@shortlist/ui/chat-list/use-chat-list'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { copy } from '@shortlist/ui/copy'
import { describeFailure } from '@shortlist/ui/describe-failure'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { ConfirmDialog } from '@shortlist/ui/primitives/confirm-dialog.tsx'
import { notify } from '@shortlist/ui/toasts/notify'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isConversationPath, paths } from '../host/paths.ts'
import { useLocation, useNavigate } from '../host/router.ts'

/** Deletes every chat of the account after a question; screens are emptied before the call. */
export function DeleteAll({ onDone }: { readonly onDone: () => void }) {
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
