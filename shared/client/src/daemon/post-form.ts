import type { Answer } from './read-calls.ts'

/** Who hears how an upload leaves, and what ends it early. */
export interface Posting {
  /** Bytes that have left, of all bytes of the body; silent where there is no XMLHttpRequest. */
  readonly onSent?: ((sent: number, total: number) => void) | undefined
  /** Rejects with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** Sends form data with the cookie of the session; rejects with a `TypeError` when nobody answers. */
export function postForm(url: URL, form: FormData, posting: Posting): Promise<Answer> {
  // fetch does not say how much of a body has left
  return typeof XMLHttpRequest === 'undefined'
    ? postByFetch(url, form, posting)
    : postByRequest(url, form, posting)
}

async function postByFetch(url: URL, form: FormData, { signal }: Posting): Promise<Answer> {
  // Node's fetch stumbles over the abort of a body that it is still reading
  const whole = new Response(form)
  const answer = await fetch(url, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': whole.headers.get('Content-Type') ?? '' },
    body: await whole.arrayBuffer(),
    ...(signal && { signal }),
  })
  // an abort ends the reading as well, so the whole answer is waited for
  const text = await answer.text()
  const { ok, status, statusText } = answer
  return { ok, status, statusText, text: async () => text }
}

function postByRequest(url: URL, form: FormData, { onSent, signal }: Posting): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = new XMLHttpRequest()
  const abort = () => {
    reject(signal?.reason)
    request.abort()
  }
  request.open('POST', url)
  request.withCredentials = true
  request.upload.onprogress = ({ loaded, total }) => onSent?.(loaded, total)
  request.onload = () => resolve(answerOf(request))
  request.onerror = () => reject(new TypeError('Failed to fetch'))
  signal?.addEventListener('abort', abort)
  request.onloadend = () => signal?.removeEventListener('abort', abort)
  if (signal?.aborted) abort()
  else request.send(form)
  return promise
}

function answerOf({ status, statusText, responseText }: XMLHttpRequest): Answer {
  const ok = status >= 200 && status < 300
  return { ok, status, statusText, text: async () => responseText }
}
