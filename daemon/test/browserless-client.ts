import type { Account } from '@shortlist/contracts/accounts'

/** A signed-in caller without a browser: keeps its cookie and speaks JSON. */
export interface Caller {
  readonly account: Account
  readonly cookie: string
  call(method: string, path: string, body?: unknown): Promise<Response>
  /** Enters the password again, which a start of the daemon has forgotten. */
  confirm(): Promise<void>
}

const password = 'correct horse battery'

/** Signs up at a running daemon and signs in. */
export async function newCaller(url: string, email: string): Promise<Caller> {
  await post(url, '/api/users', { email, password })
  return signIn(url, email)
}

/** Signs in with the password that `newCaller` chose. */
export async function signIn(url: string, email: string): Promise<Caller> {
  const answer = await post(url, '/api/users/sessions', { email, password })
  const { user } = (await answer.json()) as { user: Account }
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const call: Caller['call'] = (method, path, body) => request(url, method, path, body, { cookie })
  return {
    account: user,
    cookie,
    call,
    async confirm() {
      const { status } = await call('POST', '/api/users/sessions/confirm', { password })
      if (status !== 204) throw new Error(`the password was answered with ${status}`)
    },
  }
}

function post(url: string, path: string, body: unknown): Promise<Response> {
  return request(url, 'POST', path, body, {})
}

function request(
  url: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Response> {
  if (body === undefined) return fetch(url + path, { method, headers })
  return fetch(url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
