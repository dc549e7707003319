import type { Excerpt, StoredMessage } from '@shortlist/contracts/chat'
import { MessageList } from '@shortlist/contracts/chat'
import { type ServerEvent, serverEvents } from '@shortlist/contracts/events'
import {
  FileList,
  FolderList,
  type IndexedFile,
  type IndexedFolder,
  SourceView,
  UploadReply,
} from '@shortlist/contracts/retrieval'
import type { Source } from '@shortlist/contracts/source'
import { io, type Socket } from 'socket.io-client'
import { endWithTests } from '../../.config/testing/end-with-tests.ts'
import { type Caller, newCaller, signIn } from './browserless-client.ts'

/** What a reply ended as. */
export type ReplyEnd = ServerEvent<'chat-complete'>

/** A file as it is uploaded: its path and what it says. */
export type UploadPair = readonly [path: string, content: string | Uint8Array]

/** A signed-in client that uploads folders and asks about them. */
export interface FolderClient {
  readonly caller: Caller
  /** The answer as it came, whatever its status. */
  send(form: FormData): Promise<Response>
  upload(files: readonly UploadPair[]): Promise<UploadReply>
  folders(): Promise<readonly IndexedFolder[]>
  files(): Promise<readonly IndexedFile[]>
  /** Asks in a chat of its own, or in `chatId`; resolves to the end of the reply. */
  ask(question: string, chatId?: string, excerpt?: Excerpt): Promise<ReplyEnd>
  /** Resolves once the chat has a title. */
  titled(chatId: string): Promise<void>
  messages(chatId: string): Promise<readonly StoredMessage[]>
  open(source: Source): Promise<SourceView>
  /** Resolves once every passage has a vector. */
  settled(): Promise<void>
  close(): void
}

/**
 * Signs up, or in where the address is known already, and joins the chats; a caller that is given
 * stays signed in.
 */
export async function folderClient(
  url: string,
  who: string | Caller = 'ada@example.test',
  isKnown = false,
): Promise<FolderClient> {
  const caller = typeof who === 'string' ? await (isKnown ? signIn : newCaller)(url, who) : who
  const { id } = caller.account
  const socket = await join(url, caller)
  let asked = Date.now()
  const titled = new Set<string>()
  socket.on('chat-titled', (payload) => titled.add(payload.chatId))

  async function send(form: FormData): Promise<Response> {
    const headers = { cookie: caller.cookie }
    return fetch(`${url}/api/rag/process-folder`, { method: 'POST', headers, body: form })
  }
  async function read(path: string): Promise<unknown> {
    return (await caller.call('GET', path)).json()
  }

  const list = async () => FolderList.parse(await read(`/api/rag/folders/${id}`))

  return {
    caller,
    send,
    async upload(files) {
      const answer = await send(formOf(files, id))
      const body = await answer.json()
      if (!answer.ok) throw new Error(`The upload was refused: ${JSON.stringify(body)}`)
      return UploadReply.parse(body)
    },
    folders: async () => (await list()).folders,
    files: async () => FileList.parse(await read(`/api/rag/files/${id}`)).files,
    async ask(question, chatId, excerpt) {
      const messageId = `m-${asked++}`
      const ended = endOf(socket, messageId)
      const body = { msg: question, userId: id, coachOrChat: 'chat', messageId, excerpt }
      const chat = chatId ?? `${id}_${asked}`
      const answer = await caller.call('POST', '/api/chatbot', { ...body, chatId: chat })
      if (!answer.ok) throw new Error(`The question was refused: ${await answer.text()}`)
      return ended
    },
    async titled(chatId) {
      while (!titled.has(chatId)) {
        await new Promise<void>((resolve) => void socket.once('chat-titled', () => resolve()))
      }
    },
    messages: async (chatId) =>
      MessageList.parse(await read(`/api/chatbot/messages/${id}/${chatId}`)),
    async open({ fileId, firstLine, lastLine }) {
      const query = `first=${firstLine}&last=${lastLine}`
      return SourceView.parse(await read(`/api/rag/sources/${id}/${fileId}?${query}`))
    },
    async settled() {
      for (;;) {
        const changed = new Promise<void>((resolve) => void socket.once('folders-changed', resolve))
        if ((await list()).unembedded === 0) return
        await changed
      }
    },
    close: endWithTests(() => void socket.disconnect()),
  }
}

/** As browsers send it: the files, each with its path for a name, and the account last. */
export function formOf(files: readonly UploadPair[], userId: string): FormData {
  const form = new FormData()
  for (const [path, content] of files) {
    const bytes = typeof content === 'string' ? content : new Uint8Array(content)
    form.append('files', new Blob([bytes]), path)
  }
  form.append('userId', userId)
  return form
}

function endOf(socket: Socket, messageId: string): Promise<ReplyEnd> {
  return new Promise((resolve, reject) => {
    const complete = serverEvents['chat-complete']
    socket.on('chat-complete', (payload) => {
      const end = complete.parse(payload)
      if (end.messageId === messageId) resolve(end)
    })
    socket.on('chat-error', (payload) => {
      if (payload.messageId === messageId) reject(new Error(payload.error))
    })
  })
}

async function join(url: string, { account, cookie }: Caller): Promise<Socket> {
  const socket = io(url, { extraHeaders: { cookie }, transports: ['websocket'] })
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  await socket.emitWithAck('join-chat', account.id)
  await socket.emitWithAck('join-sync-updates', account.id)
  return socket
}
