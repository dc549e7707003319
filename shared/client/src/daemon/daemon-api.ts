import type { ErrorReply } from '@shortlist/contracts/errors'
import type { App } from '@shortlist/daemon/app'
import { type ClientResponse, hc } from 'hono/client'
import type { z } from 'zod'

/** The daemon's calls, typed by its own routes. Every call carries the cookie. */
export function daemonApi(baseUrl: string) {
  return hc<App>(baseUrl, { init: { credentials: 'include' } }).api
}

export type DaemonApi = ReturnType<typeof daemonApi>

/** The part of an answer that is read. */
export type Answer = Pick<Response, 'ok' | 'status' | 'statusText' | 'text'>

/** What the typed client says that a call can answer: what its contract promises, or why not. */
type Reply<Body> = ClientResponse<Body, 200, 'json'> | ClientResponse<ErrorReply>

/** Reads the answers to calls; all throw `CallFailed`. */
export interface Calls {
  /** The checked body of the answer. */
  ask<Schema extends z.ZodType>(
    calling: Promise<Reply<z.input<Schema>>>,
    schema: Schema,
  ): Promise<z.output<Schema>>
  /** The bytes of an answer. */
  blob(calling: Promise<Response>): Promise<Blob>
  /** For calls that answer without a body. */
  tell(calling: Promise<Answer>): Promise<void>
  /** As `tell`, where it is no failure that the daemon refuses. */
  attempt(calling: Promise<Answer>): Promise<void>
}

/** What calls on behalf of an account need from the client that makes them. */
export interface AccountCallParts {
  readonly api: DaemonApi
  readonly calls: Calls
  /** The id of the signed-in account; throws `CallFailed` 401 without one. */
  readonly userId: () => string
}
