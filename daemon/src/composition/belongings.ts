import type { AccountRow } from '../accounts/account-store.ts'
import type { Belongings } from '../accounts/ports.ts'
import type { Calendars } from '../calendar/calendars.ts'
import type { WorkingTimes } from '../calendar/working-times.ts'
import type { MailboxSettings } from '../mail/connect/mailbox-settings.ts'
import type { MailAssistant } from '../mail/mail-assistant.ts'
import type { Retrieval } from '../retrieval/retrieval.ts'
import type { TodayParts } from '../today/ports.ts'
import type { SetupLists } from '../today/setup-list.ts'
import {
  chatLines,
  checkedTexts,
  EXPORT_VERSION,
  type ExportLine,
  inLines,
} from './export-lines.ts'
import type { Imports } from './import-account.ts'
import type { Stores } from './open-stores.ts'

interface BelongingParts {
  readonly stores: Pick<Stores, 'chats'>
  /** Ends the replies that run and removes the chats. */
  readonly forgetChats: (userId: string) => Promise<void>
  readonly mail: MailAssistant
  readonly settings: MailboxSettings
  readonly calendars: Calendars
  readonly times: WorkingTimes
  readonly retrieval: Retrieval
  readonly today: TodayParts
  readonly setupLists: Pick<SetupLists, 'kept' | 'forget'>
  readonly imports: Pick<Imports, 'forget'>
}

/** What an account has in every domain that keeps something of it; a new one adds its own here. */
export function belongingsOf(parts: BelongingParts): Belongings {
  const { stores, forgetChats, mail, settings, calendars, times, retrieval } = parts
  const { today, setupLists, imports } = parts
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
    exported: (account) => checkedTexts(everythingOf(parts, account)),
    takeOutEvents: (userId) => calendars.takeOutEvents(userId),
    async forget(userId) {
      await forgetChats(userId)
      await mail.forgetAccount(userId, () => settings.forget(userId))
      await calendars.forgetAccount(userId)
      await times.forget(userId)
      await retrieval.forgetAccount(userId)
      await today.visits.forget(userId)
      await setupLists.forget(userId)
      await imports.forget(userId)
    },
  }
}

/** All that is kept of an account but its secrets: its password, its sessions, those of mailbox and calendar. */
async function* everythingOf(
  { stores, mail, settings, calendars, times, retrieval, today, setupLists }: BelongingParts,
  { id, email, createdAt }: Omit<AccountRow, 'passwordHash'>,
): AsyncGenerator<ExportLine> {
  yield { kind: 'shortlist-export', v: EXPORT_VERSION }
  yield { kind: 'account', id, email, createdAt }
  const [{ mailbox, mailByModel }, { kind: calendar }] = await Promise.all([
    settings.read(id),
    calendars.status(id),
  ])
  const kept = {
    times: times.kept(id),
    visits: today.visits.kept(id),
    setupList: setupLists.kept(id),
  }
  yield { kind: 'settings', settings: { mailbox: mailbox.own, mailByModel, calendar, ...kept } }
  yield* chatLines(stores.chats.chats(id))
  for await (const { head, rows } of mail.records(id))
    for (const part of inLines(rows)) yield { kind: 'records', of: 'mail', head, rows: part }
  const madeUp = new Set(await mail.mailIds(id, { isSample: true }))
  const { head, rows, events } = await calendars.records(id, madeUp)
  for (const part of inLines(rows)) yield { kind: 'records', of: 'appointments', head, rows: part }
  for (const part of inLines(events)) yield { kind: 'events', events: part }
  for await (const file of retrieval.records(id)) yield { kind: 'file', ...file }
}
