import type { Belongings } from '../accounts/ports.ts'
import type { Calendars } from '../calendar/calendars.ts'
import type { MailboxSettings } from '../mail/connect/mailbox-settings.ts'
import type { MailAssistant } from '../mail/mail-assistant.ts'
import type { Retrieval } from '../retrieval/retrieval.ts'
import type { TodayParts } from '../today/ports.ts'
import type { Stores } from './open-stores.ts'

interface BelongingParts {
  readonly stores: Pick<Stores, 'chats'>
  /** Ends the replies that run and removes the chats. */
  readonly forgetChats: (userId: string) => Promise<void>
  readonly mail: MailAssistant
  readonly settings: MailboxSettings
  readonly calendars: Calendars
  readonly retrieval: Retrieval
  readonly today: TodayParts
}

/** What an account has in every domain that keeps something of it; a new one adds its own here. */
export function belongingsOf(parts: BelongingParts): Belongings {
  const { stores, forgetChats, mail, settings, calendars, retrieval, today } = parts
  return {
    async count(userId) {
      const [chats, mails, events, { folders }] = await Promise.all([
        stores.chats.list(userId),
        mail.counts(userId),
        calendars.counts(userId),
        retrieval.folders(userId),
      ])
      return {
        chats: chats.length,
        messages: chats.reduce((sum, { messageCount }) => sum + messageCount, 0),
        ...mails,
        ...events,
        folders: folders.length,
        files: folders.reduce((sum, { files }) => sum + files, 0),
      }
    },
    takeOutEvents: (userId) => calendars.takeOutEvents(userId),
    async forget(userId) {
      await forgetChats(userId)
      await mail.forgetAccount(userId, () => settings.forget(userId))
      await calendars.forgetAccount(userId)
      await retrieval.forgetAccount(userId)
      await today.visits.forget(userId)
    },
  }
}
