import type { Joined, ServerEvent } from '@shortlist/contracts/events'
import { io, type Socket } from 'socket.io-client'
import { SESSION_COOKIE } from '../src/platform/http/session.ts'

/** The account that asks. */
export const USER = 'bench'

const COOKIE = `${SESSION_COOKIE}=${'x'.repeat(43)}`

/** One reply as a client has seen it; monotonic milliseconds. */
export interface Received {
  readonly text: string
  readonly askedAt: number
  /** When the text had reached so many characters: one entry per frame. */
  readonly frames: readonly { readonly at: number; readonly length: number }[]
  readonly wholeFrames: number
  readonly endedAt: number
  readonly end: string
  /** Bytes that came over the line, from the question to the end. */
  readonly bytes: number
}

/** Every reply gets a chat of its own. */
let count = 0

/** A client of either dialect over a WebSocket; it resyncs when a delta does not fit. */
export class StreamClient {
  readonly socket: Socket
  readonly #url: string
  readonly #dialect: 'delta' | 'full'

  private constructor(url: string, dialect: 'delta' | 'full') {
    this.#url = url
    this.#dialect = dialect
    this.socket = io(url, {
      transports: ['websocket'],
      extraHeaders: { cookie: COOKIE },
      forceNew: true,
      reconnectionDelay: 1,
    })
  }

  static async connect(url: string, dialect: 'delta' | 'full' = 'full'): Promise<StreamClient> {
    const client = new StreamClient(url, dialect)
    await new Promise<void>((resolve) => client.socket.once('connect', resolve))
    await client.join()
    return client
  }

  join(): Promise<Joined> {
    const options = this.#dialect === 'delta' ? [{ stream: 'delta' }] : []
    return this.socket.timeout(10_000).emitWithAck('join-chat', USER, ...options)
  }

  /** Asks for a reply in a new chat, and hears it to its end. */
  async ask(tokens: number, rate: number): Promise<Received> {
    count += 1
    const messageId = `m${count}`
    const heard = this.hear(messageId)
    await this.post('/api/chatbot', {
      msg: `tokens=${tokens} rate=${rate}`,
      coachOrChat: 'chat',
      chatId: `${USER}_${count}`,
      messageId,
    })
    return heard
  }

  /** Hears the reply to a message, whoever asked for it. */
  hear(messageId: string, onFrame: (text: string) => void = () => {}): Promise<Received> {
    const askedAt = now()
    const before = this.bytes()
    const frames: { at: number; length: number }[] = []
    let text = ''
    let wholeFrames = 0
    const take = (frame: ServerEvent<'chat-chunk'>) => {
      if (frame.messageId !== messageId) return
      if ('fullResponse' in frame) {
        text = frame.fullResponse
        wholeFrames += 1
      } else if (frame.offset === text.length) text += frame.delta
      else this.socket.emit('chat-resync', { messageId })
      frames.push({ at: now(), length: text.length })
      onFrame(text)
    }
    this.socket.on('chat-chunk', take)
    return new Promise((resolve) => {
      const finish = (end: string) => {
        this.socket.off('chat-chunk', take)
        const bytes = this.bytes() - before
        resolve({ text, askedAt, frames, wholeFrames, endedAt: now(), end, bytes })
      }
      for (const end of ['chat-complete', 'chat-stopped', 'chat-error'])
        this.#once(end, messageId, finish)
    })
  }

  async post(path: string, body: object): Promise<void> {
    const answer = await fetch(this.#url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: COOKIE },
      body: JSON.stringify({ userId: USER, ...body }),
    })
    await answer.json()
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
  }

  /** Bytes received on the present connection. */
  bytes(): number {
    const transport = this.socket.io.engine.transport as unknown as {
      ws: { _socket: { bytesRead: number } }
    }
    return transport.ws._socket.bytesRead
  }

  close(): void {
    this.socket.close()
  }

  #once(name: string, messageId: string, finish: (name: string) => void): void {
    const hear = (payload: { messageId: unknown }) => {
      if (payload.messageId !== messageId) return
      this.socket.off(name, hear)
      finish(name)
    }
    this.socket.on(name, hear)
  }
}

/** Monotonic milliseconds, the same clock in every process of the computer. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** The text that the scripted model says. */
export function expectedText(tokens: number): string {
  const token = (at: number) => `${String(at % 1000).padStart(3, '0')} `
  return Array.from({ length: tokens }, (_, at) => token(at)).join('')
}
