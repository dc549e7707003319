import '../testing/with-fake-browser.ts'
import { aMailStatus } from '@shortlist/client/testing/mail-samples'
import { expect, it, vi } from 'vitest'
import { askSync } from './watch-sync.ts'

const { signal } = new AbortController()

function answer(response: Response) {
  const asked = vi.fn(async (_url: string, _init: RequestInit) => response)
  vi.stubGlobal('fetch', asked)
  return asked
}

it('asks how the sync goes, and for no mails', async () => {
  const { lastSync, sync, ...rest } = aMailStatus()
  const asked = answer(Response.json({ lastSync, sync, ...rest }))

  expect(await askSync('ada/1', signal)).toEqual({ lastSync, sync })
  expect(asked).toHaveBeenCalledExactlyOnceWith(
    'http://localhost:4000/api/gmail/status/ada%2F1?emails=none',
    { credentials: 'include', signal },
  )
})

it('tells who may not ask from what is no answer', async () => {
  answer(new Response(null, { status: 401 }))
  expect(await askSync('ada', signal)).toBeNull()

  answer(new Response(null, { status: 502 }))
  await expect(askSync('ada', signal)).rejects.toThrow('502')
  answer(Response.json({ lastSync: 3 }))
  await expect(askSync('ada', signal)).rejects.toThrow()
})
