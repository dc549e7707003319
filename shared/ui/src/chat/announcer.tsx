import { useEffect, useState } from 'react'
import { copy } from '../copy.ts'
import type { ChatMessage } from './chat-state.ts'

/** How often a running reply is mentioned again, in milliseconds. */
const EVERY = 7000

interface AnnouncerProps {
  readonly isReplying: boolean
  readonly last: ChatMessage | undefined
}

/** Speaks for the log: that a reply begins, goes on and has ended, never the words themselves. */
export function Announcer({ isReplying, last }: AnnouncerProps) {
  const [hasReplied, setHasReplied] = useState(false)
  const [reminders, setReminders] = useState(0)
  if (isReplying && !hasReplied) setHasReplied(true)

  useEffect(() => {
    if (!isReplying) return
    setReminders(0)
    const reminding = setInterval(() => setReminders((count) => count + 1), EVERY)
    return () => clearInterval(reminding)
  }, [isReplying])

  const isOver = hasReplied && !isReplying
  // without the emphasis of its markdown
  const failure = isOver && last?.role === 'error' ? last.text.replaceAll('**', '') : ''
  return (
    <>
      <div role="status" className="sr-only">
        {/* equal words are spoken again only where they stand in a fresh element */}
        {isReplying && (
          <span key={reminders}>
            {reminders === 0 ? copy.chat.announceStart : copy.chat.announceStill}
          </span>
        )}
        {isOver && !failure && (
          <span>{last?.isStopped ? copy.chat.announceStopped : copy.chat.announceComplete}</span>
        )}
      </div>
      <div role="alert" className="sr-only">
        {failure}
      </div>
    </>
  )
}
