import type { FileToUpload } from '@shortlist/client/assistant-client'
import { CallFailed, FileUnreadable } from '@shortlist/client/call-failed'
import { createFakeClient, type FakeClient } from '@shortlist/client/testing/fake-client'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { choose, inFolder, loadUpload, openUpload } from '../../testing/open-upload.tsx'

beforeAll(loadUpload)

const project = [
  inFolder('proj/src/main.ts'),
  inFolder('proj/README.md'),
  inFolder('proj/.gitignore', '*.log\n'),
  inFolder('proj/debug.log'),
  inFolder('proj/logo.png'),
  inFolder('proj/node_modules/left-pad/index.js'),
  inFolder('proj/node_modules/left-pad/package.json'),
]
const sentPaths = ['proj/.gitignore', 'proj/src/main.ts', 'proj/README.md']

/** The paths of each upload that was asked for, in the order in which they were handed over. */
function uploadsOf(calls: FakeClient['calls']): string[][] {
  return calls
    .filter(([name]) => name === 'folders.upload')
    .map(([, files]) => (files as readonly FileToUpload[]).map(({ path }) => path))
}

/** The menu with a chosen project, and what the daemon does with it on hold. */
async function openSending() {
  const fake = createFakeClient()
  const letGo = fake.hold('folders.upload')
  const app = await openUpload(fake)
  choose(...project)
  await app.user.click(await app.menu.findByRole('button', { name: 'Upload 3 files' }))
  return { ...app, letGo }
}

it('says what would be sent and what not, and sends nothing before it may', async () => {
  const { menu, calls, user } = await openUpload()

  await user.click(menu.getByRole('button', { name: 'File Upload' }))
  choose(...project)

  const send = await menu.findByRole('button', { name: 'Upload 3 files' })
  expect(send).toHaveFocus()
  expect(menu.getByText('proj')).toBeVisible()
  expect(menu.getByText(/^3 files, \d+ bytes$/)).toBeVisible()
  expect(menu.getByText('4 skipped')).toBeVisible()
  const reasons = menu.getAllByRole('listitem')
  expect(reasons.map(({ textContent }) => textContent)).toEqual([
    '2 files: Dependencies are not read.',
    '1 file: A .gitignore file leaves it out.',
    '1 file: Images are not read.',
  ])
  expect(uploadsOf(calls)).toEqual([])

  await user.click(menu.getByRole('button', { name: 'Cancel' }))
  expect(menu.queryByText('proj')).toBeNull()
  expect(menu.getByRole('button', { name: 'File Upload' })).toHaveFocus()
  expect(uploadsOf(calls)).toEqual([])
})

it('sends the files by their paths, those with rules first, and says how many were processed', async () => {
  const { menu, calls, user } = await openUpload()

  choose(...project)
  await user.click(await menu.findByRole('button', { name: 'Upload 3 files' }))

  expect(await menu.findByText('Processed 3 files')).toHaveAttribute('role', 'status')
  expect(uploadsOf(calls)).toEqual([sentPaths])
})

it('stays free while the daemon analyses mails by itself', async () => {
  const { menu, emit } = await openUpload()
  choose(...project)
  const send = await menu.findByRole('button', { name: 'Upload 3 files' })

  act(() =>
    emit('email-analyzing', { emailId: 'a', analyzedCount: 0, totalToAnalyze: 1, subject: 'Hi' }),
  )

  await screen.findByText(/^Analyzing emails/)
  expect(send).toBeEnabled()
  expect(menu.getByRole('button', { name: 'File Upload' })).toBeEnabled()
})

it('ignores an empty selection', async () => {
  const { menu } = await openUpload()

  choose()

  expect(menu.getByRole('button', { name: 'File Upload' })).toBeEnabled()
  expect(menu.queryByText('Reading folder...')).toBeNull()
})

it('shows how many bytes are sent, and ends the sending by Cancel', async () => {
  const { menu, folders, user } = await openSending()

  expect(menu.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  expect(menu.getByText('Processing folder...')).toHaveAttribute('role', 'status')
  act(() => folders.send(1024, 4096))
  const bar = menu.getByRole('progressbar', { name: 'Progress of the upload' })
  expect(bar).toHaveAttribute('aria-valuenow', '25')
  expect(bar).toHaveAttribute('aria-valuetext', '1 KB of 4 KB sent')
  expect(menu.getByRole('button', { name: 'Cancel upload' })).toHaveFocus()

  await user.click(menu.getByRole('button', { name: 'Cancel upload' }))

  expect(menu.queryByRole('progressbar')).toBeNull()
  expect(menu.getByRole('button', { name: 'File Upload' })).toHaveFocus()
  expect(folders.list()).toEqual([])
})

it('shows how many files are processed once all is sent, and offers no Cancel then', async () => {
  const { menu, folders, emit, letGo } = await openSending()

  act(() => emit('folder-progress', { done: 7, total: 9 }))
  expect(menu.queryByText('7 of 9 files')).toBeNull()
  act(() => folders.send(4096, 4096))
  const bar = menu.getByRole('progressbar')
  expect(bar).not.toHaveAttribute('aria-valuenow')
  expect(bar).toHaveAttribute('aria-valuetext', 'Processing folder...')
  expect(menu.queryByRole('button', { name: 'Cancel upload' })).toBeNull()

  act(() => emit('folder-progress', { done: 1, total: 3 }))
  expect(menu.getByText('1 of 3 files')).toBeVisible()
  expect(bar).toHaveAttribute('aria-valuenow', '33')

  letGo()
  expect(await menu.findByText('Processed 3 files')).toBeVisible()
})

it('says why it failed, and tries again with the same files', async () => {
  const { menu, fail, calls, user } = await openUpload()
  fail('folders.upload', new CallFailed(413, 'Your files may take 500 MB in all.'))
  choose(...project)
  await user.click(await menu.findByRole('button', { name: 'Upload 3 files' }))

  const alert = await menu.findByRole('alert')
  expect(alert).toHaveTextContent('Error processing folder')
  expect(alert).toHaveTextContent('Your files may take 500 MB in all.')
  expect(menu.getByRole('button', { name: 'Retry' })).toHaveFocus()

  fail('folders.upload', undefined)
  await user.click(menu.getByRole('button', { name: 'Retry' }))

  expect(await menu.findByText('Processed 3 files')).toBeVisible()
  expect(menu.queryByRole('alert')).toBeNull()
  expect(uploadsOf(calls)).toEqual([sentPaths, sentPaths])
})

it.each([
  [new CallFailed(0, 'x'), 'Backend server is not running. Please start the backend server.'],
  [new TypeError('x'), 'Failed to process folder'],
])('has words for every failure (%#)', async (failure, text) => {
  const fake = createFakeClient()
  const upload = () => Promise.reject(failure)
  const folders = { ...fake.client.folders, upload }
  const { menu, user } = await openUpload({ ...fake, client: { ...fake.client, folders } })
  choose(...project)
  await user.click(await menu.findByRole('button', { name: 'Upload 3 files' }))

  expect(await menu.findByRole('alert')).toHaveTextContent(text)
})

it('asks for the folder again where a file has changed meanwhile', async () => {
  const fake = createFakeClient()
  const upload = () => Promise.reject(new FileUnreadable('proj/README.md'))
  const folders = { ...fake.client.folders, upload }
  const { menu, user } = await openUpload({ ...fake, client: { ...fake.client, folders } })
  choose(...project)
  await user.click(await menu.findByRole('button', { name: 'Upload 3 files' }))

  expect(await menu.findByRole('alert')).toHaveTextContent(
    'proj/README.md was changed or removed after it was chosen. Choose the folder again.',
  )
  expect(menu.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(menu.getByRole('button', { name: 'File Upload' })).toBeEnabled()
})

it('goes on while the menu is closed, says so in the header, and is there again', async () => {
  const { user, openMenu, letGo } = await openSending()

  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Uploading 3 files')).toBeInTheDocument()

  const menu = await openMenu()
  expect(menu.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  letGo()

  expect(await menu.findByText('Processed 3 files')).toBeVisible()
  expect(screen.queryByText('Uploading 3 files')).toBeNull()
})

it('tells how it ended where the menu is closed', async () => {
  const { user, letGo } = await openSending()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  letGo()

  expect(await screen.findByText('Processed 3 files')).toBeVisible()
})

it('leads to the sign-in where the session is over', async () => {
  const { menu, fail, user } = await openUpload()
  fail('folders.upload', new CallFailed(401, 'AUTHENTICATION_REQUIRED'))
  choose(...project)

  await user.click(await menu.findByRole('button', { name: 'Upload 3 files' }))

  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
})
