import { expect, it } from 'vitest'
import { RunningUploads } from './retrieval.ts'

function body() {
  let isRead = false
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(10))
      controller.close()
      isRead = true
    },
  })
  return { contentType: '', stream, isRead: () => isRead }
}

it('refuses the fourth upload of an account at a time, after its body, and no other account', async () => {
  const uploads = new RunningUploads()
  const rest = Promise.withResolvers<string>()
  const first = ['a', 'b', 'c'].map(() => uploads.run('ada', body(), () => rest.promise))
  const fourth = body()

  await expect(uploads.run('ada', fourth, async () => 'd')).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: '3 uploads are running already. Try again when one of them is done.',
  })

  expect(fourth.isRead()).toBe(true)
  expect(await uploads.run('bob', body(), async () => 'his')).toBe('his')
  rest.resolve('done')
  expect(await Promise.all(first)).toEqual(['done', 'done', 'done'])
})

it('has a place free once an upload has ended, also where it failed', async () => {
  const uploads = new RunningUploads()
  const fails = () => uploads.run('ada', body(), () => Promise.reject(new Error('as told')))

  for (let nth = 0; nth < 5; nth++) await expect(fails()).rejects.toThrow('as told')
})
