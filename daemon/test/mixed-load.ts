import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serverEvents } from '@shortlist/contracts/events'
import { MailStatus } from '@shortlist/contracts/mail'
import { MailPage, type MailRow } from '@shortlist/contracts/mail-rows'
import { FolderList } from '@shortlist/contracts/retrieval'
import { io } from 'socket.io-client'
import { inDays, invitation, plainMail } from '../../.config/testing/plain-mail.ts'
import { type Acknowledged, filesOf } from './acknowledged.ts'
import type { Caller } from './browserless-client.ts'
import { formOf } from './folder-client.ts'

export interface LoadParts {
  readonly url: string
  readonly caller: Caller
  /** Tells the loads apart. */
  readonly round: number
  /** A mailbox of the daemon: a file for each mail. */
  readonly mailbox: string
  readonly acknowledged: Acknowledged
}

/** The first of them invites. */
export const MAILS_A_ROUND = 3
const FOLDERS = 3
const ROUNDS_UNTIL_UNDO = 4

/**
 * Chats, syncs, marks, uploads and deletes at once, until the daemon is there no more; `heard` is called for
 * each answer and event that comes.
 */
export async function mixedLoad(parts: LoadParts, heard: () => void): Promise<void> {
  const { caller, acknowledged, round } = parts
  const { id: userId } = caller.account
  const socket = io(parts.url, {
    extraHeaders: { cookie: caller.cookie },
    transports: ['websocket'],
    reconnection: false,
  })
  const synced: (() => void)[] = []
  const ended = new Map<string, () => void>()
  let isOver = false

  const over = new Promise<void>((resolve) => {
    for (const end of ['disconnect', 'connect_error']) socket.on(end, () => resolve())
  }).then(() => {
    isOver = true
  })

  socket.onAny((name: string, payload) => {
    heard()
    if (name === 'chat-complete') {
      const { chatId, messageId, fullResponse } = serverEvents['chat-complete'].parse(payload)
      acknowledged.message(chatId, `${messageId}`, 'bot', fullResponse)
      ended.get(`${messageId}`)?.()
    }
    if (name === 'chat-titled') acknowledged.titled(payload.chatId)
    if (name === 'email-analyzed') acknowledged.analysed(payload.emailId)
    if (name.startsWith('sync-')) for (const resume of synced.splice(0)) resume()
  })

  /** Undefined where the daemon did not live to answer; throws what it refuses. */
  async function call(method: string, path: string, body?: object | FormData) {
    const form = body instanceof FormData
    const headers = { cookie: caller.cookie, ...(!form && { 'content-type': 'application/json' }) }
    const init = body && { body: form ? body : JSON.stringify(body) }
    try {
      const answer = await fetch(parts.url + path, { method, headers, ...init })
      const text = await answer.text()
      heard()
      if (!answer.ok && answer.status !== 404) throw new Refused(`${method} ${path}: ${text}`)
      return text
    } catch (error) {
      if (error instanceof Refused) throw error
      await over
      return undefined
    }
  }

  async function chat(writer: number): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const messageId = `${round}-${writer}-${turn}`
      const chatId = `${userId}_${turn % 3 === 0 ? `long${writer}` : messageId}`
      const { end } = await ask(chatId, messageId)
      // some chats go while the reply runs
      const isRunning = turn % 4 === 2
      if (!isRunning) await end
      if (turn % 2 === 0) await removeChat(isRunning ? chatId : someChat())
    }
  }

  /** Resolves to the end of the reply, which is not waited for. */
  async function ask(chatId: string, messageId: string): Promise<{ readonly end: Promise<void> }> {
    const msg = `said ${messageId}: when does the ferry leave?`
    const end = new Promise<void>((resolve) => ended.set(messageId, resolve))
    const form = { msg, userId, coachOrChat: 'chat', chatId, messageId }
    const answer = await call('POST', '/api/chatbot', form)
    if (answer !== undefined) acknowledged.message(chatId, messageId, 'user', msg)
    return { end: Promise.race([end, over]) }
  }

  async function removeChat(chatId: string | undefined): Promise<void> {
    if (isOver || !chatId || chatId.includes('_long')) return
    acknowledged.leaving(chatId)
    const gone = await call('DELETE', `/api/chatbot/${userId}/${chatId}`)
    if (gone !== undefined) acknowledged.gone(chatId)
  }

  function someChat(): string | undefined {
    const short = acknowledged.chats.filter((id) => !id.includes('_long'))
    return short[Math.floor(short.length / 2)]
  }

  async function files(): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const [name, version] = [`folder${(round + turn) % FOLDERS}`, round * 1000 + turn]
      const isThere = !acknowledged.possible(name).includes(null)
      if (isThere && turn % 2 === 0) {
        await removeFolder(name)
        continue
      }
      acknowledged.folderAsked(name, version)
      const form = formOf(filesOf(name, version), userId)
      if ((await call('POST', '/api/rag/process-folder', form)) === undefined) return
      acknowledged.folderIs(name, version)
    }
  }

  async function removeFolder(name: string): Promise<void> {
    const list = await call('GET', `/api/rag/folders/${userId}`)
    if (list === undefined) return
    const folder = FolderList.parse(JSON.parse(list)).folders.find((each) => each.name === name)
    if (!folder) throw new Error(`${name} is not listed`)
    acknowledged.folderAsked(name, null)
    const gone = await call('DELETE', `/api/rag/folders/${userId}/${folder.id}`)
    if (gone !== undefined) acknowledged.folderIs(name, null)
  }

  async function mail(): Promise<void> {
    for (let turn = 0; turn < MAILS_A_ROUND; turn++) {
      const number = round * MAILS_A_ROUND + turn + 1
      const calendar = invitation({ uid: `uid-${number}`, start: inDays(1 + (number % 300)) })
      const raw = plainMail({ number, ...(turn === 0 && { calendar }) })
      await writeFile(join(parts.mailbox, `${number}.eml`), raw)
    }
    for (let turn = 0; !isOver; turn++) {
      const end = new Promise<void>((resolve) => synced.push(resolve))
      if ((await call('POST', '/api/gmail/sync', { userId })) === undefined) return
      await Promise.race([end, over])
      if (round % ROUNDS_UNTIL_UNDO === 0 && turn === 0) await undo()
    }
  }

  /** Marks mails one by one, and takes some of the marks back. */
  async function marks(): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const page = await call('GET', `/api/mail/${userId}/rows?limit=20`)
      if (page === undefined) return
      const { rows } = MailPage.parse(JSON.parse(page))
      const row = rows[turn % Math.max(1, rows.length)]
      if (row) await markOne(row, `${round}-${turn}`, turn % 3 === 0)
    }
  }

  async function markOne({ id, mark }: MailRow, changeId: string, isTakenBack: boolean) {
    const other = mark === 'done' ? 'open' : 'done'
    const path = `/api/mail/${userId}/marks`
    acknowledged.marking(id, mark, other)
    const json = { changeId, mark: other, ids: [id] }
    if ((await call('POST', path, json)) === undefined) return
    acknowledged.marking(id, other)
    if (!isTakenBack) return
    acknowledged.marking(id, other, mark)
    if ((await call('DELETE', `${path}/${changeId}`)) !== undefined) acknowledged.marking(id, mark)
  }

  async function undo(): Promise<void> {
    const status = await call('GET', `/api/gmail/status/${userId}`)
    if (status === undefined) return
    const { emails } = MailStatus.parse(JSON.parse(status))
    const event = emails.flatMap(({ events }) => events).find(({ state }) => state === 'created')
    if (!event) return
    const gone = await call('DELETE', `/api/calendar/events/${userId}/${event.id}`)
    if (gone !== undefined) acknowledged.undone(event.id)
  }

  const joined = ['join-chat', 'join-sync-updates'].map((name) => socket.emitWithAck(name, userId))
  await Promise.allSettled(joined)
  await Promise.all([chat(0), chat(1), files(), mail(), marks()])
  socket.disconnect()
}

/** The daemon lives and answers that it does not do this. */
class Refused extends Error {}
