import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { CallFailed } from '../call-failed.ts'
import { outlivingFetch, readCalls } from './read-calls.ts'

const Greeting = z.object({ hello: z.string() })

const { ask, blob: readBlob, tell: readNothing } = readCalls(() => {})

function read(calling: Promise<Response>): Promise<unknown> {
  // the typed client says what the answers of its calls are
  return ask(calling as never, Greeting)
}

function reading(answer: Response): Promise<unknown> {
  return read(Promise.resolve(answer))
}

it('gives the body of a good answer', async () => {
  expect(await reading(Response.json({ hello: 'you' }))).toEqual({ hello: 'you' })
})

it('throws what the daemon says when it refuses', async () => {
  const refusal = { code: 'VALIDATION', message: 'Too long', error: 'Too long', requestId: 'r1' }

  const failing = reading(Response.json(refusal, { status: 400 }))

  await expect(failing).rejects.toBeInstanceOf(CallFailed)
  await expect(failing).rejects.toMatchObject({
    status: 400,
    message: 'Too long',
    reason: 'refused',
  })
})

it.each([
  ['a proxy that found nobody', new Response('Proxy error: no', { status: 500 }), 'proxy'],
  ['a proxy without words', new Response('', { status: 500 }), 'proxy'],
  ['a gateway', new Response('<h1>Bad Gateway</h1>', { status: 502 }), 'proxy'],
  ['an unknown address', new Response('<h1>Nope</h1>', { status: 404 }), 'missing'],
  ['a page where data should be', new Response('<html>', { status: 200 }), 'unexpected'],
  ['a body of another shape', Response.json({ hullo: 1 }), 'unexpected'],
  ['an error of another shape', Response.json({ oops: 1 }, { status: 500 }), 'unexpected'],
])('names %s', async (_, answer, reason) => {
  await expect(reading(answer)).rejects.toMatchObject({ reason })
})

it('says that nobody answered', async () => {
  const failing = read(Promise.reject(new TypeError('fetch failed')))

  await expect(failing).rejects.toMatchObject({ status: 0, isOffline: true })
})

it('takes an answer without a body where none is promised', async () => {
  await readNothing(Promise.resolve(new Response(null, { status: 204 })))

  const failing = readNothing(Promise.resolve(new Response('Proxy error: no', { status: 500 })))
  await expect(failing).rejects.toMatchObject({ reason: 'proxy', isOffline: true })
})

it('hands over an answer that is no JSON, and nothing of one that is', async () => {
  const page = new Response('<html>', { status: 200 })
  await expect(reading(page)).rejects.toMatchObject({ notJson: '<html>' })
  const gateway = new Response('<h1>Bad Gateway</h1>', { status: 502 })
  await expect(reading(gateway)).rejects.toMatchObject({ notJson: '<h1>Bad Gateway</h1>' })
  const other = Response.json({ oops: 1 }, { status: 500 })
  await expect(reading(other)).rejects.toMatchObject({ notJson: undefined })
})

it('lets an abort be an abort', async () => {
  const gone = AbortSignal.abort()

  await expect(read(fetch('http://127.0.0.1:9/', { signal: gone }))).rejects.toBe(gone.reason)
})

it('reads bytes under their media type, and says of a refusal what it was', async () => {
  const picture = new Response(new Uint8Array([1, 2]), { headers: { 'content-type': 'image/png' } })
  const refusal = Response.json({ error: 'NOT_FOUND', message: 'Image not found' }, { status: 404 })

  const blob = await readBlob(Promise.resolve(picture))

  expect([blob.size, blob.type]).toEqual([2, 'image/png'])
  await expect(readBlob(Promise.resolve(refusal))).rejects.toMatchObject({
    status: 404,
    message: 'Image not found',
  })
})

it.each([
  ['a small change', { method: 'PATCH', body: '{"zone":"Europe/Rome"}' }, true],
  ['a change without a body', { method: 'DELETE' }, true],
  ['a change that is too large for it', { method: 'POST', body: 'x'.repeat(70_000) }, false],
  ['a form', { method: 'POST', body: new FormData() }, false],
  ['a question', { method: 'GET' }, false],
])('has %s outlive its page, or not', async (_, init, keepalive) => {
  const fetching = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())

  await outlivingFetch('http://localhost:4000/api/settings', init)

  expect(fetching).toHaveBeenCalledWith('http://localhost:4000/api/settings', {
    ...init,
    keepalive,
  })
})

it('lets no more changes outlive their page than a browser takes at once', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const fetching = vi.spyOn(globalThis, 'fetch').mockReturnValue(promise)
  const change = () => outlivingFetch('http://localhost:4000/api/mail', { method: 'POST' })
  const outlives = () => fetching.mock.lastCall?.[1]?.keepalive

  const first = Array.from({ length: 10 }, change)
  expect(outlives()).toBe(true)
  const next = change()
  expect(outlives()).toBe(false)

  resolve(new Response())
  await Promise.all([...first, next])
  await change()
  expect(outlives()).toBe(true)
})
