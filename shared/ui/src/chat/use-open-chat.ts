import type { ContextUse, Mode } from '@shortlist/contracts/chat'
import { CONTEXT_WINDOW_TOKENS } from '@shortlist/contracts/limits'
import { type Dispatch, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { useClient } from '../client-provider.tsx'
import { copy } from '../copy.ts'
import { describeFailure } from '../describe-failure.ts'
import type { ChatChange } from './chat-state.ts'

interface Opening {
  readonly chatId: string
  readonly mode: Mode
  /** Nothing is stored yet, so there is nothing to read. */
  readonly isEmpty: boolean
  /** The mode in which the chat was found. */
  readonly storedMode: Mode | undefined
  readonly change: Dispatch<ChatChange>
  readonly onModeChange: (mode: Mode, cause: 'stored') => void
}

/** Reads a chat and its mode when it is opened, its context at each change of mode, and both again on demand. */
export function useOpenChat(opening: Opening) {
  const { chatId, mode, isEmpty, storedMode, change, onModeChange } = opening
  const client = useClient()
  const reading = useRef<{ isStale: boolean } | undefined>(undefined)
  const hasNothing = useEffectEvent(() => isEmpty)
  const takeOver = useEffectEvent((stored: Mode) => onModeChange(stored, 'stored'))

  const reread = useCallback(async (): Promise<void> => {
    if (reading.current) {
      reading.current.isStale = true
      return
    }
    const attempt = { isStale: false }
    reading.current = attempt
    try {
      const messages = await client.chats.messages(chatId)
      change({ type: 'loaded', messages, running: client.chats.running(chatId) })
    } catch (error) {
      change({ type: 'load-failed', error: describeFailure(error, copy.chat.loadFailed) })
    } finally {
      reading.current = undefined
    }
    if (attempt.isStale) await reread()
  }, [client, chatId, change])

  const measure = useCallback(
    async (isWanted: () => boolean = () => true): Promise<void> => {
      // the specification's answer to a failure (section 7): a meter at 0 is no reason for a toast
      const failed: Partial<ContextUse> = {}
      const use = await client.chats.contextUse(chatId, mode).catch(() => failed)
      const {
        contextPercent = 0,
        contextTokens = CONTEXT_WINDOW_TOKENS,
        instructionTokens = 0,
      } = use
      if (!isWanted()) return
      change({ type: 'measured', use: { contextPercent, contextTokens, instructionTokens } })
    },
    [client, chatId, mode, change],
  )

  useEffect(() => {
    if (!hasNothing()) void reread()
  }, [reread])

  useEffect(() => {
    let isCurrent = true
    void measure(() => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [measure])

  useEffect(() => {
    if (storedMode) takeOver(storedMode)
  }, [storedMode])

  return { reread, measure }
}
