import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadUpload, openUpload } from '../../testing/open-upload.tsx'
import { FolderRow } from './folder-list.tsx'

beforeAll(loadUpload)

function withFolders() {
  const fake = createFakeClient()
  fake.folders.receive([
    { path: 'notes/one.md', text: 'x'.repeat(3 * 1024) },
    { path: 'proj/a.ts', text: 'a' },
    { path: 'proj/b.ts', text: 'b' },
  ])
  return fake
}

async function askToRemove(app: Awaited<ReturnType<typeof openUpload>>, name: string) {
  await app.user.click(await app.menu.findByRole('button', { name: `Remove folder ${name}` }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove folder' }))
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  return dialog
}

it('shows what is indexed, and hears of changes', async () => {
  const { menu, folders, emit } = await openUpload(withFolders())

  const list = await menu.findByRole('list', { name: 'Indexed folders' })
  const rows = within(list).getAllByRole('listitem')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toHaveTextContent('notes1 file, 3 KB, ')
  expect(rows[1]).toHaveTextContent('proj2 files, 2 bytes, ')
  expect(list.querySelector('time')).toHaveAttribute('datetime', '2026-11-21T09:00:00.000Z')

  folders.receive([{ path: 'third/c.ts', text: 'c' }])
  act(() => emit('folders-changed', {}))

  expect(await menu.findByText('third')).toBeVisible()
})

it('says how many passages wait for vectors, where any do', async () => {
  const fake = withFolders()
  const { menu, folders, emit } = await openUpload(fake)
  await menu.findByText('proj')
  expect(menu.queryByText(/without vectors/)).toBeNull()

  folders.unembedded = 1234
  act(() => emit('folders-changed', {}))

  expect(await menu.findByText('1,234 passages without vectors yet')).toBeVisible()
})

it('says how many files of a folder are damaged', () => {
  const facts = { id: 'f', name: 'docs', files: 3, bytes: 9, passages: 3 }
  const folder = { ...facts, updatedAt: '2026-11-21T09:00:00.000Z' }
  const row = (damaged: number) => (
    <FolderRow folder={{ ...folder, damaged }} isGoing={false} onRemove={() => {}} />
  )
  const { rerender } = render(row(0))
  expect(screen.queryByText(/damaged/)).toBeNull()

  rerender(row(2))
  expect(screen.getByText(/^2 files are damaged on the disk/)).toBeVisible()
})

it('says what folders are good for before there is one', async () => {
  const { menu } = await openUpload()

  expect(await menu.findByText('Chats answer from the folders that you upload.')).toBeVisible()
})

it('removes a folder after a question', async () => {
  const app = await openUpload(withFolders())
  const { user, menu, folders } = app
  const dialog = await askToRemove(app, 'proj')
  expect(dialog.getByText(/Chats no longer answer from proj/)).toBeVisible()

  await user.click(dialog.getByRole('button', { name: 'Remove' }))

  await waitFor(() => expect(menu.queryByText('proj')).toBeNull())
  expect(folders.list().map(({ name }) => name)).toEqual(['notes'])
  expect(menu.getByRole('list', { name: 'Indexed folders' }).parentElement).toHaveFocus()
})

it('removes nothing after Cancel', async () => {
  const app = await openUpload(withFolders())
  const dialog = await askToRemove(app, 'proj')

  await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))

  const remove = app.menu.getByRole('button', { name: 'Remove folder proj' })
  await waitFor(() => expect(remove).toHaveFocus())
  expect(app.folders.list()).toHaveLength(2)
})

it('keeps a folder that could not be removed, and says why', async () => {
  const app = await openUpload(withFolders())
  app.fail('folders.delete', new CallFailed(507, 'The disk is full.'))
  const dialog = await askToRemove(app, 'proj')

  await app.user.click(dialog.getByRole('button', { name: 'Remove' }))

  expect(await app.menu.findByRole('alert')).toHaveTextContent('The disk is full.')
  expect(app.menu.getByRole('button', { name: 'Remove folder proj' })).toBeEnabled()
})

it('says why folders cannot be listed, and tries again', async () => {
  const fake = withFolders()
  fake.fail('folders.list', new CallFailed(500, 'The index is damaged.'))
  const { menu, user, fail } = await openUpload(fake)

  expect(await menu.findByRole('alert')).toHaveTextContent('The index is damaged.')
  fail('folders.list', undefined)
  await user.click(menu.getByRole('button', { name: 'Retry' }))

  expect(await menu.findByText('proj')).toBeVisible()
})

it('leads to the sign-in where the session is over', async () => {
  const fake = withFolders()
  fake.fail('folders.list', new CallFailed(401, 'AUTHENTICATION_REQUIRED'))
  const release = fake.hold('folders.list')

  await openUpload(fake)
  release()

  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})
