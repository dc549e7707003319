import type { AssistantClient } from '@shortlist/client/assistant-client'
import { CallFailed } from '@shortlist/client/call-failed'
import { useEffect, useRef } from 'react'
import { useClient } from '../client-provider.tsx'
import { copy } from '../copy.ts'

/** How long a daemon may take to tell of a title that it makes by itself, in milliseconds. */
const TITLE_WAIT = 5000

/** What has been said of titles; a second time would say nothing new. */
const told = new WeakMap<AssistantClient, Set<string>>()

interface TitleOptions {
  readonly chatId: string
  readonly onListChange?: (() => void) | undefined
  readonly notify: (kind: 'error', text: string) => void
}

/**
 * Sees to it that a chat gets a title after its first reply: where none was heard of in time, it
 * asks for one, made from the question that it is called with. A failure is told once.
 */
export function useChatTitle({ chatId, onListChange, notify }: TitleOptions) {
  const client = useClient()
  const titled = useRef(new Set<string>())

  useEffect(() => client.on('chat-titled', (event) => titled.current.add(event.chatId)), [client])

  async function ask(question: string): Promise<void> {
    if (titled.current.has(chatId)) return
    let failure: string = copy.chat.titleCheckFailed
    try {
      const hasTitle = await client.chats.hasTitle(chatId)
      failure = copy.chat.summarizeFailed
      if (!hasTitle) await client.chats.summarize(chatId, question)
      titled.current.add(chatId)
    } catch (error) {
      if (!(error instanceof CallFailed && error.isSignedOut)) tell(failure)
    }
    onListChange?.()
  }

  function tell(failure: string): void {
    const before = told.get(client) ?? new Set()
    told.set(client, before)
    if (!before.has(failure)) notify('error', failure)
    before.add(failure)
  }

  return (question: string): void => {
    onListChange?.()
    if (!titled.current.has(chatId)) setTimeout(() => void ask(question), TITLE_WAIT)
  }
}
