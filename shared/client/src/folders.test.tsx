import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { postForm } from './folders.ts'

/** Larger than what leaves in one piece. */
const BODY = 'x'.repeat(500_000)

let server: ReturnType<typeof serve>
let url: URL
/** Names of the files of the last form, in their order. */
let received: string[]
let answer: () => Response | Promise<Response>

beforeEach(async () => {
  received = []
  answer = () => Response.json({ message: 'Done' })
  const app = new Hono()
    .use(cors({ origin: location.origin, credentials: true }))
    .post('/', async (c) => {
      // this window has a form data of its own
      const body = new TextDecoder().decode(await c.req.arrayBuffer())
      received = [...body.matchAll(/filename="([^"]*)"/g)].map(([, name = '']) => name)
      return answer()
    })
  const { promise: listening, resolve } = Promise.withResolvers<number>()
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
  url = new URL(`http://127.0.0.1:${await listening}/`)
})

afterEach(() => void server.close())

function aForm(): FormData {
  const form = new FormData()
  form.append('files', new File([BODY], 'a.md'), 'proj/src/a.md')
  form.append('files', new File(['b'], 'b.md'), 'proj/Ünïcode.md')
  return form
}

it('tells how many bytes have left, up to all of them', async () => {
  const told: (readonly [sent: number, total: number])[] = []

  const { ok, text } = await postForm(url, aForm(), {
    onSent: (sent, total) => told.push([sent, total]),
  })

  expect(ok).toBe(true)
  expect(await text()).toBe('{"message":"Done"}')
  expect(received).toEqual(['proj/src/a.md', 'proj/Ünïcode.md'])
  const [sent = 0, total = 0] = told.at(-1) ?? []
  expect(total).toBeGreaterThan(BODY.length)
  expect(sent).toBe(total)
})

it('hands a refusal over as an answer', async () => {
  answer = () => Response.json({ message: 'Too large' }, { status: 413 })

  const { ok, status, text } = await postForm(url, aForm(), {})

  expect([ok, status, await text()]).toEqual([false, 413, '{"message":"Too large"}'])
})

it('ends with the reason of an abort, before the sending and during it', async () => {
  const { promise: never } = Promise.withResolvers<Response>()
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  answer = () => {
    resolve()
    return never
  }
  const abort = new AbortController()
  const posting = postForm(url, aForm(), { signal: abort.signal })
  await arrived
  abort.abort('enough')
  await expect(posting).rejects.toBe('enough')

  received = []
  await expect(postForm(url, aForm(), { signal: abort.signal })).rejects.toBe('enough')
  expect(received).toEqual([])
})
