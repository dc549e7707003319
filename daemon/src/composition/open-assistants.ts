import { MailRowsQuery } from '@shortlist/contracts/mail-rows'
import { type Calendars, createCalendars } from '../calendar/calendars.ts'
import { type OwnGoogleClient, openGoogleClient } from '../calendar/google-client.ts'
import { openWorkingTimes, type WorkingTimes } from '../calendar/working-times.ts'
import type { Settings } from '../env.ts'
import { createAnalyze, loadAnalysis } from '../mail/analysis/create-analyze.ts'
import { AnalysisPace } from '../mail/analysis-pace.ts'
import { openMailByModel } from '../mail/connect/mail-by-model.ts'
import { type MailboxSettingParts, MailboxSettings } from '../mail/connect/mailbox-settings.ts'
import { createMailAssistant, type MailAssistant } from '../mail/mail-assistant.ts'
import { MessageReader } from '../mail/message/message-reader.ts'
import type { Appointments, Mailbox } from '../mail/ports.ts'
import { countRead, deadlinesOf, rowsOf } from '../mail/rows/mail-rows.ts'
import { createSampleMailbox } from '../mail/sample/sample-mailbox.ts'
import { openMailRecords } from '../mail/store/mail-projection.ts'
import type { Background } from '../platform/background.ts'
import { realClock } from '../platform/clock.ts'
import type { Llm } from '../platform/llm/llm.ts'
import { secretBox } from '../platform/secret-box.ts'
import { takeOverMail } from '../takeover/mail.ts'
import type { TodayParts } from '../today/ports.ts'
import { openVisits } from '../today/visits.ts'
import { mailConcurrency } from './mail-concurrency.ts'
import { modelSetBy } from './open-llm.ts'
import { noMailbox, openMailboxes } from './open-mailbox.ts'
import { type DomainParts, tellAll } from './open-stores.ts'

export interface AssistantParts
  extends DomainParts,
    Pick<Settings, 'config' | 'envFile' | 'whereSet'> {
  readonly background: Background
  /** Opens the configured mailbox; undefined where none is configured. */
  readonly openConfigured: (() => Mailbox) | undefined
  /** Accounts without a mailbox begin with the sample one. */
  readonly sample: boolean
  /** Origin of the daemon itself. */
  readonly ownUrl: () => string
}

/** The mail and the calendar half, each handed what it needs of the other. */
export async function openAssistants(parts: AssistantParts): Promise<{
  mail: MailAssistant
  settings: MailboxSettings
  calendars: Calendars
  googleClient: OwnGoogleClient
  today: TodayParts
  times: WorkingTimes
}> {
  const { config, folders, stores, ownUrl, report, log, realtime } = parts
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config
  let mail: MailAssistant | undefined
  const googleClient = await openGoogleClient({
    folder: folders.data,
    box: secretBox(folders.config),
    report,
    given: clientId && clientSecret ? { clientId, clientSecret } : null,
    calendarId: config.GOOGLE_CALENDAR_ID,
    oauthBaseUrl: config.GOOGLE_OAUTH_BASE_URL,
    apiBaseUrl: config.GOOGLE_API_BASE_URL,
    ownUrl,
    ownerId: async () => (await stores.accounts.first())?.id,
    onChange: () => tellAll(parts, 'calendar-changed', {}),
    now: () => new Date(),
  })
  const given = config.USER_TIME_ZONE
  const times = await openWorkingTimes({ folder: folders.data, report, given, realtime })
  const zoneOf = (userId: string) => times.zoneOf(userId)
  const calendars = await createCalendars({
    folder: folders.data,
    records: stores.records,
    keyFolder: folders.config,
    report,
    now: () => new Date(),
    log,
    google: () => googleClient.settings,
    ownUrl,
    clientUrl: () => config.CLIENT_URL ?? ownUrl(),
    zoneOf,
    realtime,
    onEventsChanged: (userId, emailIds) => mail?.eventsChanged(userId, emailIds),
  })
  const opened = await openMail(parts, calendars, times)
  mail = opened.mail
  const today: TodayParts = {
    now: () => new Date(),
    zoneOf,
    mailOf: mailOfToday(opened.mail),
    calendarOf: (userId) => calendars.eventsFor(userId),
    visits: await openVisits({ folder: folders.data, report }),
  }
  return { ...opened, calendars, googleClient, times, today }
}

/** The calendars as mail asks them. */
export function appointmentsOf(calendars: Calendars): Appointments {
  const of = (userId: string) => calendars.eventsFor(userId)
  return {
    status: (userId) => calendars.status(userId),
    check: (userId) => calendars.check(userId),
    place: async (userId, ...rest) => (await of(userId)).place(...rest),
    restore: async (userId, ...rest) => (await of(userId)).restore(...rest),
    eventsOf: async (userId, emailIds) => (await of(userId)).eventsOf(emailIds),
    ahead: async (userId) => (await of(userId)).ahead(),
    retryFailed: async (userId, syncId) => (await of(userId)).retryFailed(syncId),
    createdIn: async (userId, syncId) => (await of(userId)).createdIn(syncId),
    forgetMails: async (userId, emailIds) => (await of(userId)).forget(emailIds),
  }
}

/** The mails as Today asks for them. */
export function mailOfToday(mail: MailAssistant): TodayParts['mailOf'] {
  return async (userId) => {
    const account = await mail.opened(userId)
    return (
      account && {
        error: account.health().error,
        needs: (limit) => rowsOf(account, MailRowsQuery.parse({ view: 'needs-you', limit })),
        deadlines: (limit) => deadlinesOf(account, limit),
        countRead: (since) => countRead(account, since),
        ahead: () => account.emailsAhead(),
      }
    )
  }
}

async function openMail(parts: AssistantParts, calendars: Calendars, times: WorkingTimes) {
  const zoneOf = (userId: string) => times.zoneOf(userId)
  const { config, folders, llm, log, report, openConfigured } = parts
  const { accounts } = parts.stores
  const mailboxes = await openMailboxes(parts)
  const { ownerId, named, own, now } = mailboxes
  // whoever has named a model in the environment has meant it for mails, too
  const byDefault = modelSetBy(config) !== null && config.OPENAI_BASE_URL !== 'off'
  const pace = new AnalysisPace(() => mailConcurrency(config))
  const analyze = createAnalyze({
    llm,
    log,
    clock: realClock,
    limitSeconds: config.MODEL_STALL_SECONDS,
    onThrottled: () => pace.throttled(),
  })
  const reader = new MessageReader()
  const composeUrl = config.EMAIL_COMPOSE_URL ?? 'mailto:'
  const records = await openMailRecords(parts.stores.records)
  await takeOverMail({ folder: folders.data, records, report })
  const byModel = await openMailByModel({ folder: folders.data, report, records, byDefault })
  const mail = await createMailAssistant({
    folder: folders.data,
    records,
    report,
    now,
    clock: realClock,
    background: parts.background,
    realtime: parts.realtime,
    log,
    appointments: appointmentsOf(calendars),
    analyze,
    hasModel: () => llm.status().kind !== 'built-in',
    modelUse: (userId) => byModel.use(userId),
    pace,
    reader,
    warmUp() {
      reader.warmUp()
      Promise.all([llm.warmUp(), loadAnalysis()]).catch((error: unknown) =>
        log.warn({ err: error }, 'what a sync needs could not be made ready'),
      )
    },
    ownUrl: parts.ownUrl,
    zoneOf,
    hoursOf: (userId) => times.hoursOf(userId),
    ownerId,
    openOwn: (userId) => own.open(userId),
    ownUsers: () => own.users(),
    openConfigured:
      openConfigured &&
      ((userId) => {
        parts.background.run(() => named.note(userId))
        return openConfigured()
      }),
    openSample: async ({ anchor, userId }) =>
      createSampleMailbox({
        anchor,
        address: (await accounts.byId(userId))?.email ?? 'you@example.com',
        userZone: zoneOf(userId),
        composeUrl,
      }),
    startsWithSample: parts.sample,
    noMailbox: noMailbox(config),
  })
  const { realtime } = parts
  const model = () => answering(llm)
  const settings = new MailboxSettings({ ...mailboxes, mail, byModel, model, realtime })
  return { mail, settings }
}

/** Which model reads mails, and where it runs; null while none does. */
function answering(llm: Llm): ReturnType<MailboxSettingParts['model']> {
  const { kind, model } = llm.status()
  if (kind === 'built-in' || model === null) return null
  const server = llm.models()
  const isHere = server !== null && /^https?:\/\/(localhost|127\.|\[::1\])/.test(server.origin)
  if (isHere) return { model, place: 'computer' }
  return { model, place: server?.isOwnNetwork ? 'network' : 'outside' }
}
