import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { errorReply } from './error-reply.ts'
import type { CheckRequest, RequestKind, Verdict } from './request-check.ts'
import { kindOf } from './route-rules.ts'
import { statusOf } from './status-of.ts'

/** Told of every request that was turned away, for the log; nothing in it comes from the client. */
export type OnRefused = (refusal: { code: string; requestId: string }) => void

/** A listener that lets only checked requests through; it sees them before anything else does. */
export function gate(
  check: CheckRequest,
  listener: RequestListener,
  onRefused?: OnRefused,
): RequestListener {
  return (request, response) => {
    const { method = '', url = '', rawHeaders } = request
    const verdict = check({ method, url, rawHeaders, kind: kindOfTarget(url) })
    if (verdict.ok) return listener(request, response)
    const requestId = randomUUID()
    onRefused?.({ code: verdict.code, requestId })
    refuse(request, response, verdict, requestId)
  }
}

function kindOfTarget(url: string): RequestKind {
  const path = url.split('?', 1)[0] ?? ''
  try {
    // the router matches decoded paths, so an encoded `/%61pi` is a call too
    return kindOf(decodeURIComponent(path))
  } catch {
    return 'call'
  }
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { code, message }: Exclude<Verdict, { ok: true }>,
  requestId: string,
): void {
  const body = JSON.stringify(errorReply(code, message, requestId))
  response.writeHead(statusOf[code], {
    'Content-Length': Buffer.byteLength(body),
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    Connection: 'close',
  })
  response.end(body)
  request.resume()
}
