import { vi } from 'vitest'

/** Who answers at an address; a daemon by its version. */
export type Answering = 'nobody' | 'a web server' | 'a daemon that refuses' | `daemon ${string}`

export interface FakeAnswers {
  /** By origin; nobody answers where nothing is said. */
  readonly at: Record<string, Answering>
  /** `GET http://...`, oldest first. */
  readonly asked: string[]
}

/** Replaces the network for one test by programs that answer to whoever asks for their health. */
export function fakeAnswers(at: Record<string, Answering>): FakeAnswers {
  const fake: FakeAnswers = { at, asked: [] }
  vi.stubGlobal('fetch', async (input: string, { method = 'GET' }: RequestInit = {}) => {
    const url = new URL(input)
    fake.asked.push(`${method} ${url}`)
    return answer(fake.at[url.origin] ?? 'nobody', method)
  })
  return fake
}

function answer(who: Answering, method: string): Response {
  if (who === 'nobody') throw new TypeError('Failed to fetch')
  if (who === 'a web server') return new Response('<!doctype html>')
  if (method === 'GET') return Response.json(healthOf(who))
  const code = who === 'a daemon that refuses' ? 'ORIGIN' : 'METHOD'
  const refusal = { code, message: 'No', error: 'No', requestId: '1' }
  return Response.json(refusal, { status: code === 'ORIGIN' ? 403 : 405 })
}

function healthOf(who: Answering) {
  const engine = { kind: 'built-in', label: 'Built-in', model: null, error: null, found: [] }
  return { name: 'shortlist', version: who.replace(/^daemon (?=\d)/, ''), engine }
}
