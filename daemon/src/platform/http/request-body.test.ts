import { expect, it } from 'vitest'
import { cookie, refusal, startGuarded } from './testing/guarded-app.ts'

function postJson(body: string | ReadableStream, type = 'application/json', path = '/api/echo') {
  const headers = { 'Content-Type': type, Cookie: cookie }
  return startGuarded().app.request(path, {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
}

it.each(['', '{', '{"text":', 'null', '[]', '[{"text":"hi"}]', '"text"', '7', '{}', '{"text":1}'])(
  'the body %j is answered with 400 and JSON',
  async (body) => {
    expect(await refusal(postJson(body))).toMatchObject({ status: 400, code: 'VALIDATION' })
    const chat = postJson(body, 'application/json', '/api/chatbot')
    expect(await refusal(chat)).toMatchObject({ status: 400, code: 'VALIDATION' })
  },
)

it('a body that is not UTF-8 does not end in 500', async () => {
  const bytes = new Blob([new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])]).stream()

  expect(await refusal(postJson(bytes))).toMatchObject({ status: 400, code: 'VALIDATION' })
})

it('a body that does not fit names the field', async () => {
  const { message } = await refusal(postJson('{"text":7}'))

  expect(message).toBe('text: Invalid input: expected string, received number.')
})

it.each([
  'text/plain',
  'text/plain; charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/ld+json',
  'json',
  '',
])('a body of the type %j is not taken for JSON', async (type) => {
  expect(await refusal(postJson('{"text":"hi"}', type))).toMatchObject({
    status: 415,
    code: 'TYPE',
  })
})

it('a body of urlencoded fields is not taken for a form either', async () => {
  const chat = postJson('text=hi', 'application/x-www-form-urlencoded', '/api/chatbot')

  expect(await refusal(chat)).toEqual({
    status: 415,
    code: 'TYPE',
    message: 'The content type must be application/json or multipart/form-data.',
  })
})

it.each([
  ['multipart/form-data', '--x\r\n\r\n--x--'],
  ['multipart/form-data; boundary=x', ''],
  ['multipart/form-data; boundary=x', 'no form at all'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nhi',
  ],
  ['multipart/form-data; boundary=y', '--x\r\n\r\n--x--\r\n'],
])('a body of the type %j with a broken form %j is answered with 400', async (type, body) => {
  const answer = await refusal(postJson(body, type, '/api/chatbot'))

  expect(answer).toMatchObject({ status: 400, code: 'VALIDATION' })
  expect(answer.message).not.toContain('TypeError')
})

it('a form reaches the call that takes one', async () => {
  const form = new FormData()
  form.set('text', 'hi')
  form.set('image', new File(['x'.repeat(300_000)], 'a.png'))
  const { app } = startGuarded()

  const answer = await app.request('/api/chatbot', {
    method: 'POST',
    headers: { Cookie: cookie },
    body: form,
  })

  expect(await answer.json()).toEqual({ text: 'hi' })
})

it('a body over the limit is refused, whether it says its length or comes in chunks', async () => {
  const long = JSON.stringify({ text: 'x'.repeat(256 * 1024) })
  const tooLarge = {
    status: 413,
    code: 'TOO_LARGE',
    message: 'The request body is larger than 256 KiB.',
  }
  let pulled = 0
  const endless = new ReadableStream({
    pull(controller) {
      pulled++
      controller.enqueue(new Uint8Array(64 * 1024))
    },
  })

  expect(await refusal(postJson(long))).toEqual(tooLarge)
  expect(await refusal(postJson(endless))).toEqual(tooLarge)
  expect(pulled).toBeLessThan(10)
})

it('a body of a stranger is not read at all', async () => {
  const { app } = startGuarded()
  let pulled = 0
  const body = new ReadableStream(
    {
      pull(controller) {
        pulled++
        controller.enqueue(new Uint8Array(1024))
      },
    },
    { highWaterMark: 0 },
  )

  const headers = { 'Content-Type': 'application/json' }
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  expect((await app.request('/api/echo', init)).status).toBe(401)
  expect(pulled).toBe(0)
})
