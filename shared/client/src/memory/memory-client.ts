import { AGENDA_DAYS, type CalendarStatus, type MailEvent } from '@shortlist/contracts/calendar'
import type { StoredImage } from '@shortlist/contracts/chat'
import type { EngineStatus } from '@shortlist/contracts/health'
import { CONTEXT_WINDOW_TOKENS } from '@shortlist/contracts/limits'
import type { Email, MailStatus } from '@shortlist/contracts/mail'
import type { MarkReply } from '@shortlist/contracts/mail-rows'
import { SetupLine, type SetupList, type Today } from '@shortlist/contracts/today'
import { type AssistantClient, createEventHub, type EventHub } from '../assistant-client.ts'
import type { Calendar } from '../calendar.ts'
import { CallFailed } from '../call-failed.ts'
import { type Chats, RunningReplies } from '../chats.ts'
import type { Mail, MailStatusOptions } from '../mail.ts'
import { type Feed, MemoryCalendar } from './memory-calendar.ts'
import { type MemoryChat, MemoryChats, titleOf } from './memory-chats.ts'
import { MemoryMail } from './memory-mail.ts'
import { MemoryRows } from './memory-rows.ts'
import { memorySettings } from './memory-settings.ts'
import { changesOf, memoryToday } from './memory-today.ts'
import { CONTEXT_PERCENT, PlayAlong, type Script } from './play-along.ts'
import { writeIcs } from './write-ics.ts'

interface MemoryOptions {
  /** That with the newest message last. */
  readonly chats: readonly MemoryChat[]
  readonly mail: MailStatus
  readonly calendar: CalendarStatus
  /** Where the popup is to go; null where none can be opened. */
  readonly authUrl: string | null
  readonly feed: Feed
  /** Why no mailbox can be connected here; null where one can. */
  readonly mailboxRefusal: string | null
  /** The variable that names the mailbox, where one does. */
  readonly mailboxSetBy?: string | undefined
  /** Whether what can be set up is listed; not where it is left out. */
  readonly showsSetup?: boolean | undefined
  /** What answers chats while nobody has chosen. */
  readonly engine: EngineStatus
  /** The variable that names the time zone, where one does. */
  readonly zoneSetBy?: string | undefined
  /** The variables that name the Google client, where some do. */
  readonly googleSetBy?: string | undefined
  /** The variable that names the model, where one does. */
  readonly modelSetBy?: string | undefined
  /** Epoch milliseconds. */
  readonly now: () => number
  /** With it the world does by itself what a daemon does; without it nothing happens but by calls. */
  readonly script?: Script | undefined
  /** By when something is wanted, by the ids of mails; ISO 8601, UTC. */
  readonly dues?: ReadonlyMap<string, string>
  /** Resolves once mailbox and calendar can be asked. */
  readonly opened?: () => Promise<void>
  /** Resolves once all chats that were to be deleted may go. */
  readonly removed?: () => Promise<void>
}

/** A world in memory: its calls, what they change, and what is told of it. */
export interface MemoryClient {
  readonly calls: Pick<AssistantClient, 'chats' | 'mail' | 'calendar' | 'settings' | 'today'>
  readonly chats: MemoryChats
  readonly mail: MemoryMail
  readonly calendar: MemoryCalendar
  today(): Today
  /** What screens hear; the replies that run are those that it tells of. */
  readonly hub: EventHub
  /** Nothing happens by itself any more. */
  close(): void
}

/** The chats, the mailbox and the calendar of one account, all of it in memory. */
export function memoryClient(options: MemoryOptions): MemoryClient {
  const hub = createEventHub()
  const chats = new MemoryChats(options.chats)
  const mail = new MemoryMail(options.mail)
  const calendar = new MemoryCalendar(options.calendar, options.feed, mail, options.zoneSetBy)
  const player = options.script && new PlayAlong({ ...options.script, hub, chats, mail, calendar })
  const rows = new MemoryRows(mail, options.now, options.dues)
  const today = () => memoryToday({ mail, rows, now: options.now() })
  let isSetupHidden = !options.showsSetup
  function setupList(): SetupList {
    const { kind } = mail.status.mailbox
    const isDone: Readonly<Record<SetupLine, boolean>> = {
      sample: kind !== 'none',
      mailbox: kind !== 'none' && kind !== 'sample',
      model: options.modelSetBy !== undefined,
      calendar: calendar.status.connected || calendar.status.wasChosen,
      folder: false,
      panel: false,
    }
    const lines = SetupLine.options.map((line) => ({ line, isDone: isDone[line] }))
    return { lines, isHidden: isSetupHidden }
  }
  const world = { options, hub, chats, mail, rows, calendar, player }
  return {
    calls: {
      chats: chatCalls(world),
      mail: mailCalls(world),
      calendar: calendarCalls(world),
      settings: memorySettings({
        mail,
        calendar,
        refusal: options.mailboxRefusal,
        setBy: options.mailboxSetBy ?? null,
        engine: options.engine,
        modelSetBy: options.modelSetBy ?? null,
        now: options.now,
        onChange(section) {
          if (section === 'mailbox') hub.emit('mail-changed', {})
          hub.emit('settings-changed', { sections: [section] })
        },
        googleSetBy: options.googleSetBy ?? null,
        onGoogle: () => hub.emit('calendar-changed', {}),
      }),
      today: {
        async read() {
          await options.opened?.()
          return today()
        },
        changes: async () => changesOf(mail.status.emails),
        async undo({ eventId, at }) {
          const isHeld = changesOf(mail.status.emails).some(
            (change) => change.eventId === eventId && change.at === at,
          )
          if (isHeld) mail.changeEvent(eventId, { state: 'undone' })
          if (isHeld) hub.emit('mail-rows-changed', rows.told)
          return isHeld
        },
        async seen() {},
        setup: async () => setupList(),
        async hideSetup(isHidden) {
          isSetupHidden = isHidden
          return setupList()
        },
      },
    },
    chats,
    mail,
    calendar,
    today,
    hub,
    close: () => player?.giveUp(),
  }
}

interface World extends Pick<MemoryClient, 'hub' | 'chats' | 'mail' | 'calendar'> {
  readonly options: MemoryOptions
  readonly rows: MemoryRows
  readonly player: PlayAlong | undefined
}

function chatCalls({ options, hub, chats, player }: World): Chats {
  const running = followReplies(hub)
  const images = new Map<string, Blob>()

  async function keepImage(file: File): Promise<StoredImage> {
    const id = `image-${images.size + 1}`
    images.set(id, file)
    return { id, type: file.type, ...(await measure(file)) }
  }

  function remove(chatId: string): void {
    player?.stop(chatId)
    chats.remove(chatId)
  }

  return {
    list: async () => chats.list(),
    messages: async (chatId) => chats.messages(chatId),
    async contextUse(chatId) {
      const messageCount = chats.messages(chatId).length
      const contextPercent = messageCount > 0 ? CONTEXT_PERCENT : 0
      const totalTokens = Math.round((CONTEXT_WINDOW_TOKENS * contextPercent) / 100)
      return { contextPercent, totalTokens, messageCount }
    },
    async send(asked) {
      const image = asked.image && (await keepImage(asked.image))
      const { chatId, messageId, mode, question: content, excerpt } = asked
      const timestamp = new Date(options.now()).toISOString()
      const attached = { ...(image && { image }), ...(excerpt && { excerpt }) }
      chats.append(chatId, { role: 'user', content, messageId, mode, timestamp, ...attached })
      player?.answer(asked)
    },
    stop: async (chatId) => player?.stop(chatId),
    async delete(chatId) {
      remove(chatId)
      hub.emit('chats-removed', { chatId })
    },
    async deleteAll() {
      const asked = chats.list()
      await options.removed?.()
      for (const { chatId } of asked) remove(chatId)
      hub.emit('chats-removed', {})
    },
    hasTitle: async (chatId) => chats.title(chatId) !== null,
    async summarize(chatId, prompt) {
      const title = titleOf(prompt)
      chats.setTitle(chatId, title)
      hub.emit('chat-titled', { chatId, title })
      return title
    },
    running: (chatId) => running.of(chatId),
    imageUrl() {
      // `canUseAddresses` says so
      throw new Error('Images in memory have no address')
    },
    async image(_chatId, { id }) {
      const image = images.get(id)
      if (!image) throw new CallFailed(404, 'Image not found')
      return image
    },
  }
}

/** Keeps what runs, as it is told. */
function followReplies({ on }: EventHub): RunningReplies {
  const running = new RunningReplies()
  on('chat-started', (event) => running.start(event))
  on('chat-chunk', (chunk) => void running.add(chunk))
  for (const name of ['chat-complete', 'chat-stopped', 'chat-error'] as const) {
    on(name, ({ messageId }) => running.end(messageId))
  }
  return running
}

/** In pixels, where there is a browser that can say it. */
async function measure(file: File): Promise<{ width: number; height: number }> {
  if (typeof createImageBitmap === 'undefined') return { width: 0, height: 0 }
  const bitmap = await createImageBitmap(file).catch((cause: unknown) => {
    throw new CallFailed(415, 'The file is not an image that can be read.', { cause })
  })
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}

const aboutRows = ['email-analyzed', 'email-changed', 'email-removed', 'mail-changed'] as const

function mailCalls({ options, hub, mail, rows, calendar, player }: World): Mail {
  for (const name of aboutRows) hub.on(name, () => hub.emit('mail-rows-changed', rows.told))

  async function status({ emails }: MailStatusOptions = {}) {
    await options.opened?.()
    return emails === 'none' ? { ...mail.status, emails: [] } : mail.status
  }

  function marked(reply: MarkReply): MarkReply {
    hub.emit('mail-rows-changed', rows.told)
    return reply
  }

  function changed() {
    hub.emit('mail-changed', {})
    return status()
  }

  return {
    status,
    async rows(query) {
      await options.opened?.()
      return rows.page(query)
    },
    open: async (emailId) => rows.open(emailId),
    mark: async (request) => marked(rows.mark(request)),
    unmark: async (changeId) => marked(rows.unmark(changeId)),
    connect: async () => status(),
    async useSample() {
      mail.useSample()
      return changed()
    },
    async leaveSample() {
      mail.leaveSample()
      return changed()
    },
    async sync({ emails: asked } = {}) {
      if (!calendar.status.connected) throw new CallFailed(409, CALENDAR_NEEDED)
      player?.sync()
      const { emails, sync } = mail.status
      const analysisInProgress = sync !== null || emails.some((email) => !email.analyzed)
      const performance = { totalFetched: emails.length, newStored: 0 }
      const told = asked === 'none' ? [] : emails
      return { emails: told, status: 'preliminary', analysisInProgress, performance }
    },
    cancelSync: async () => player?.cancelSync(),
    async correct(emailId, correction) {
      const { corrected } = mail.find(emailId)
      return mail.change(emailId, { ...correction, corrected: add(corrected, correction) })
    },
    async retry(emailId) {
      const email = mail.change(emailId, { status: 'pending', failure: null })
      player?.analyze(emailId)
      return email
    },
    saveDraft: async (emailId) =>
      mail.change(emailId, { draftSavedAt: new Date(options.now()).toISOString() }),
  }
}

const CALENDAR_NEEDED =
  'Google Calendar must be connected before syncing emails. Calendar integration is required for automatic event creation.'

function add(corrected: Email['corrected'], correction: object): Email['corrected'] {
  const fields = ['priority', 'category'] as const
  return fields.filter((field) => corrected.includes(field) || field in correction)
}

function calendarCalls({ options, hub, mail, calendar, player }: World): Calendar {
  async function change(act: () => void) {
    player?.abandon()
    act()
    hub.emit('calendar-changed', {})
    return calendar.status
  }

  function place(eventId: string, parts: Partial<MailEvent>): MailEvent {
    if (!calendar.status.connected) throw new CallFailed(409, 'Google Calendar is not connected.')
    const event = mail.changeEvent(eventId, { reason: null, ...parts })
    if (calendar.refresh()) hub.emit('calendar-changed', {})
    return event
  }

  return {
    async status() {
      await options.opened?.()
      return calendar.status
    },
    async connect() {
      if (options.authUrl === null) throw new CallFailed(409, 'No popup can be opened here.')
      player?.connect()
      return options.authUrl
    },
    abandon: () => player?.abandon(),
    async choose(kind) {
      if (kind === 'google' && !calendar.status.isGoogleSignedIn)
        throw new CallFailed(409, 'Google Calendar is not connected.')
      return change(() => calendar.turnTo(kind === 'none' ? null : kind))
    },
    disconnect: () => change(() => calendar.leaveGoogle()),
    async agenda() {
      const until = options.now() + AGENDA_DAYS * DAY_MS
      return { events: calendar.status.kind === 'local' ? ahead(mail, options.now(), until) : [] }
    },
    renewFeed: () => change(() => calendar.refresh()),
    times: async () => calendar.times,
    async changeTimes(change) {
      if (change.zone !== undefined && calendar.times.setBy !== null)
        throw new CallFailed(409, 'The environment of this computer names the time zone.')
      if (change.zone !== undefined && !isTimeZone(change.zone))
        throw new CallFailed(400, 'This is no time zone such as Europe/Berlin.')
      calendar.changeTimes(change)
      hub.emit('calendar-changed', {})
      return calendar.times
    },
    async add(eventId, times) {
      const { time } = mail.findEvent(eventId)
      const { start, end } = times ?? (time.kind === 'instant' ? time : {})
      return place(eventId, {
        state: 'created',
        ...(start && end && timesOf(start, end, calendar.status.timeZone)),
      })
    },
    undo: async (eventId) => place(eventId, { state: 'undone' }),
    icsUrl() {
      // `canUseAddresses` says so
      throw new Error('Events in memory have no address')
    },
    ics: async (eventId) => writeIcs([mail.findEvent(eventId)], options.now()),
  }
}

const DAY_MS = 86_400_000

/** What is in the calendar between two moments, earliest first. */
function ahead({ status }: MemoryMail, from: number, until: number) {
  const startOf = ({ time }: MailEvent) => (time.kind === 'unclear' ? 0 : Date.parse(time.start))
  return status.emails
    .flatMap(({ id: emailId, events }) => events.map((event) => ({ ...event, emailId })))
    .filter(
      ({ state, time }) =>
        state === 'created' && time.kind !== 'unclear' && Date.parse(time.end) > from,
    )
    .filter((event) => startOf(event) < until)
    .sort((one, other) => startOf(one) - startOf(other))
    .map(({ id, summary, location, time, emailId }) => ({ id, summary, location, time, emailId }))
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

function timesOf(start: string, end: string, timeZone: string) {
  const time = { kind: 'instant', start, end, timeZone } as const
  return { time, startTime: start, endTime: end }
}
