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
  if (who !== 'a daemon that refuses') return new Response(null, { status: 204 })
  const refusal = { code: 'ORIGIN', message: 'Forbidden', error: 'Forbidden', requestId: '1' }
  return Response.json(refusal, { status: 403 })
}

function healthOf(who: Answering) {
  const engine = { kind: 'built-in', label: 'Built-in', model: null, error: null, found: [] }
  const version = who === 'a daemon that refuses' ? '0.2.0' : who.replace('daemon ', '')
  return { name: 'shortlist', version, engine }
}
