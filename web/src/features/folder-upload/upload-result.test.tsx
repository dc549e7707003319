import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import type { UploadReply } from '@shortlist/contracts/retrieval'
import { renderWithClient } from '@shortlist/ui/testing/render-with-client.tsx'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { choose, inFolder, loadUpload, openUpload } from '../../testing/open-upload.tsx'
import { UploadResult } from './upload-result.tsx'

beforeAll(loadUpload)

/** The menu after an upload that was answered with these parts. */
async function openDone(reply: Partial<UploadReply> = {}, files = [inFolder('proj/a.md')]) {
  const fake = createFakeClient()
  fake.folders.receive([
    { path: 'proj/a.md', text: 'before' },
    { path: 'proj/gone.md', text: 'gone' },
    { path: 'proj/src/gone.ts', text: 'gone' },
  ])
  fake.folders.uploadReply = reply
  const app = await openUpload(fake)
  choose(...files)
  await app.user.click(await app.menu.findByRole('button', { name: /^Upload/ }))
  await app.menu.findByText(/^Processed/)
  return app
}

it('takes a success for news for six seconds', () => {
  vi.useFakeTimers()
  const onSeen = vi.fn()
  const { client, folders } = createFakeClient()
  const state = { phase: 'done', reply: folders.receive([]), isNew: true } as const
  renderWithClient(client, <UploadResult state={state} onSeen={onSeen} onRemoved={() => {}} />)

  vi.advanceTimersByTime(5999)
  expect(onSeen).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onSeen).toHaveBeenCalledOnce()
})

it('shows on demand what became of each file, and why', async () => {
  const empty = 'The file is empty.'
  const { menu, user } = await openDone({
    files: [
      { path: 'proj/a.md', status: 'indexed', passages: 1 },
      { path: 'proj/b.md', status: 'unchanged', passages: 1 },
      { path: 'proj/c.md', status: 'skipped', reason: empty },
      { path: 'proj/d.md', status: 'skipped', reason: empty },
      { path: 'proj/e.pdf', status: 'failed', reason: 'This PDF is damaged.' },
    ],
  })
  expect(menu.queryByText('proj/a.md')).toBeNull()

  const skipped = menu.getByRole('button', { name: 'Skipped: 2' })
  await user.click(skipped)
  expect(menu.getByRole('region', { name: 'Skipped: 2' })).toHaveTextContent(
    'The file is empty. (2)proj/c.mdproj/d.md',
  )
  await user.click(menu.getByRole('button', { name: 'Failed: 1' }))
  expect(menu.getByText('This PDF is damaged. (1)')).toBeVisible()
  await user.click(menu.getByRole('button', { name: 'Indexed: 1' }))
  expect(menu.getByText('proj/a.md')).toBeVisible()
  expect(menu.getByRole('button', { name: 'Unchanged: 1' })).toBeVisible()

  await user.click(skipped)
  expect(menu.queryByText('proj/c.md')).toBeNull()
})

it('lists thousands of files a part at a time', async () => {
  const files = Array.from({ length: 450 }, (_, at) => ({
    path: `proj/${at}.md`,
    status: at < 300 ? ('failed' as const) : ('indexed' as const),
    ...(at < 300 && { reason: at < 100 ? 'One reason.' : 'Another reason.' }),
  }))
  const { menu, user } = await openDone({ files })
  await user.click(menu.getByRole('button', { name: 'Failed: 300' }))
  const region = menu.getByRole('region', { name: 'Failed: 300' })

  expect(region.querySelectorAll('li')).toHaveLength(200)
  expect(region).toHaveTextContent('Another reason. (200)')
  await user.click(menu.getByRole('button', { name: 'Show more (100 left)' }))
  expect(region.querySelectorAll('li')).toHaveLength(300)
  expect(menu.queryByRole('button', { name: /^Show more/ })).toBeNull()
})

it('offers to remove files that are no longer in the folder', async () => {
  const { menu, user, folders } = await openDone()

  await user.click(menu.getByRole('button', { name: '2 files are no longer in this folder.' }))
  expect(menu.getByText('proj/gone.md')).toBeVisible()
  await user.click(menu.getByRole('button', { name: 'Remove them' }))

  await waitFor(() => expect(menu.queryByText(/no longer in this folder/)).toBeNull())
  expect(folders.files().map(({ path }) => path)).toEqual(['proj/a.md'])
  expect(menu.getByRole('button', { name: 'File Upload' })).toHaveFocus()
})

it('keeps the offer where the removal fails, and says why', async () => {
  const { menu, user, fail, folders } = await openDone()
  fail('folders.deleteFiles', new CallFailed(507, 'The disk is full.'))

  await user.click(menu.getByRole('button', { name: 'Remove them' }))

  expect(await menu.findByRole('alert')).toHaveTextContent('The disk is full.')
  expect(menu.getByRole('button', { name: 'Remove them' })).toBeEnabled()
  expect(folders.files()).toHaveLength(3)
})

it('takes files without a folder for no part of one', async () => {
  const loose = new File(['text'], 'loose.md')
  const fake = createFakeClient()
  fake.folders.receive([{ path: 'other.md', text: 'text' }])
  const missing = fake.folders.files()
  fake.folders.uploadReply = { missing }
  const { menu, user } = await openUpload(fake)
  choose(loose)
  expect(await menu.findByText('Files')).toBeVisible()

  await user.click(await menu.findByRole('button', { name: 'Upload 1 file' }))

  await menu.findByText(/^Processed/)
  expect(menu.queryByText(/no longer in this folder/)).toBeNull()
})

it('can be followed by another upload', async () => {
  const { menu, user } = await openDone()

  await user.click(menu.getByRole('button', { name: 'File Upload' }))
  choose(inFolder('notes/b.md'), inFolder('notes/c.md'))
  await user.click(await menu.findByRole('button', { name: 'Upload 2 files' }))

  expect(await menu.findByText('Processed 2 files')).toBeVisible()
  expect(screen.queryByText(/no longer in this folder/)).toBeNull()
})
