import { randomUUID } from 'node:crypto'
import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  ServerResponse,
} from 'node:http'
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
    ...(code === 'ORIGIN' && letLookingRead(request)),
    Connection: 'close',
  })
  response.end(body)
  request.resume()
}

const LOCAL_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * A page that another program of this computer serves may read, without credentials, that its look
 * at the health is refused: it then leads to the daemon's own pages. It learns no more than that
 * somebody is there, which any refusal tells.
 */
function letLookingRead({ method, url, headers }: IncomingMessage): OutgoingHttpHeaders {
  const { origin } = headers
  const isLook = method === 'GET' && url === '/api/health'
  if (!isLook || origin === undefined || !LOCAL_ORIGIN.test(origin)) return {}
  return { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' }
}
