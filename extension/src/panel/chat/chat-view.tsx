import { ChatPanel } from '@shortlist/ui/chat/chat-panel.tsx'
import { useChatMode } from '@shortlist/ui/chat/use-chat-mode'
import { usePanelKey } from '@shortlist/ui/chat/use-panel-key'
import { notify } from '@shortlist/ui/toasts/notify'
import { useState } from 'react'

/** The chats of the account in the panel: one conversation, or the list of all. */
export function ChatView({ userId }: { readonly userId: string }) {
  const [chatId, setChatId] = useState<string>()
  const { key, keepFor } = usePanelKey(chatId)
  const { mode, changeMode } = useChatMode(key)
  return (
    <ChatPanel
      key={key}
      userId={userId}
      chatId={chatId}
      mode={mode}
      onModeChange={changeMode}
      onBack={() => setChatId(undefined)}
      onNewChat={() => setChatId(undefined)}
      onFirstMessage={(id) => {
        keepFor(id)
        setChatId(id)
      }}
      onSignedOut={() => {}}
      notify={notify}
    />
  )
}
