import type { AssistantClient } from '@shortlist/client/assistant-client'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { TryDemo } from './obstacle-screen.tsx'

type Make = () => AssistantClient

const { client } = createFakeClient()
const press = () => userEvent.click(screen.getByRole('button', { name: 'Try the demo data' }))

it('says in place that it could not be loaded, and tries again at the next click', async () => {
  const onEnter = vi.fn()
  const load = vi.fn<() => Promise<Make>>().mockRejectedValueOnce(new TypeError('no file'))
  load.mockResolvedValueOnce(() => client)
  render(<TryDemo onEnter={onEnter} load={load} />)

  await press()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The demo data could not be loaded. Close this panel, open it again and try once more.',
  )
  expect(onEnter).not.toHaveBeenCalled()
  await press()

  await waitFor(() => expect(onEnter).toHaveBeenCalledWith(client))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('enters nothing where the daemon was there first', async () => {
  const loading = Promise.withResolvers<Make>()
  const onEnter = vi.fn()
  const { unmount } = render(<TryDemo onEnter={onEnter} load={() => loading.promise} />)
  await press()
  expect(screen.getByRole('button')).toHaveAttribute('aria-disabled', 'true')

  unmount()
  await act(async () => loading.resolve(() => client))

  expect(onEnter).not.toHaveBeenCalled()
})
