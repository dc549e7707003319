import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ClientContext } from '../client-provider.tsx'
import { useChatTitle } from './use-chat.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

function open() {
  const fake = createFakeClient()
  const host = { notify: vi.fn() }
  const queries = new QueryClient()
  const refresh = vi.spyOn(queries, 'invalidateQueries')
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <ClientContext value={fake.client}>{children}</ClientContext>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => useChatTitle({ chatId: 'ada_1', ...host }), { wrapper })
  /** A reply is complete, and the daemon has had its time to tell of a title. */
  async function reply(): Promise<void> {
    result.current('Hi')
    await act(() => vi.advanceTimersByTimeAsync(5000))
  }
  const asked = () => fake.calls.map(([name]) => name)
  return { ...fake, ...host, result, reply, asked, refresh }
}

it('asks for a title where none was heard of, and none once there is one', async () => {
  const { calls, reply, asked } = open()

  await reply()
  expect(calls).toContainEqual(['summarize', 'ada_1', 'Hi'])
  await reply()

  expect(asked()).toEqual(['hasTitle', 'summarize'])
})

it('has the list of chats asked for again, which a daemon need not tell of', async () => {
  const { reply, refresh } = open()

  await reply()

  expect(refresh).toHaveBeenCalledWith({ queryKey: ['chats', 'list'] })
})

it('asks for none where the daemon tells of one in time, before or after the reply', async () => {
  const { emit, reply, result, asked } = open()

  result.current('Hi')
  emit('chat-titled', { chatId: 'ada_1', title: 'Greeting' })
  await vi.advanceTimersByTimeAsync(5000)
  await reply()

  expect(asked()).toEqual([])
})

it('asks all the same where another chat was titled', async () => {
  const { emit, reply, asked } = open()
  emit('chat-titled', { chatId: 'ada_2', title: 'Greeting' })

  await reply()

  expect(asked()).toEqual(['hasTitle', 'summarize'])
})

it('tells once that it could not ask, and once that none was made', async () => {
  const { fail, notify, reply } = open()
  fail('hasTitle', new CallFailed(500, 'no'))
  await reply()
  await reply()
  expect(notify.mock.calls).toEqual([['error', 'Failed to check chat title']])

  fail('hasTitle', undefined)
  fail('summarize', new CallFailed(500, 'no'))
  await reply()
  await reply()

  expect(notify.mock.calls.slice(1)).toEqual([['error', 'Failed to summarize chat']])
})

it('leaves the end of the session to the sign-in', async () => {
  const { fail, notify, reply } = open()
  fail('hasTitle', new CallFailed(401, 'AUTHENTICATION_REQUIRED'))

  await reply()

  expect(notify).not.toHaveBeenCalled()
})
