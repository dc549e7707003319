import type { z } from 'zod'
import { CallFailed } from '../assistant-client.ts'
import { read, readNothing } from './read.ts'

/** What a call sends; an object travels as JSON. */
interface Sending {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly json?: object
  readonly form?: FormData
  readonly signal?: AbortSignal
}

export interface Calls {
  /** The checked body of the answer. */
  ask<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    sending?: Sending,
  ): Promise<z.output<Schema>>
  /** For calls that answer without a body. */
  tell(path: string, sending: Sending): Promise<void>
}

/** Calls the daemon with the cookie; `settle` hears of each call whether the daemon was there. */
export function callDaemon(baseUrl: string, settle: (isThere: boolean) => void): Calls {
  function send(path: string, { method = 'GET', json, form, signal }: Sending): Promise<Response> {
    return fetch(baseUrl + path, {
      method,
      credentials: 'include',
      headers: json ? { 'Content-Type': 'application/json' } : {},
      body: json ? JSON.stringify(json) : (form ?? null),
      signal: signal ?? null,
    })
  }

  async function settled<Result>(calling: Promise<Result>): Promise<Result> {
    try {
      const result = await calling
      settle(true)
      return result
    } catch (error) {
      settle(!(error instanceof CallFailed && error.isOffline))
      throw error
    }
  }

  return {
    ask: (path, schema, sending = {}) => settled(read(send(path, sending), schema)),
    tell: (path, sending) => settled(readNothing(send(path, sending))),
  }
}
