import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { AssistantProvider } from '@shortlist/ui/assistant-provider.tsx'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { UploadProvider } from '../features/folder-upload/upload-provider.tsx'
import { RepliesProvider } from '../host/replies.tsx'
import { MemoryRouter } from '../host/router.ts'
import { Shell } from './shell.tsx'

function Broken(): never {
  throw new TypeError('chats is not iterable')
}

it('reports which page crashed without the id of the chat', async () => {
  const user = userEvent.setup()
  render(
    <AssistantProvider client={createFakeClient().client}>
      <UploadProvider>
        <MemoryRouter initialEntries={['/chat/ada_1']}>
          <RepliesProvider>
            <Shell>
              <Broken />
            </Shell>
          </RepliesProvider>
        </MemoryRouter>
      </UploadProvider>
    </AssistantProvider>,
    { onCaughtError: () => {} },
  )

  await user.click(await screen.findByRole('button', { name: 'Copy report' }))

  const report = await navigator.clipboard.readText()
  expect(report).toContain('Shortlist at /chat/:chatId')
  expect(report).not.toContain('ada_1')
})
