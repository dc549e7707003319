import { CallFailed } from '@shortlist/client/call-failed'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { keepFile, showSources } from '../testing/show-sources.tsx'
import { DialogNotLoaded } from './sources.tsx'

/** Opens lines 12 to 14 of a file of forty. */
async function open({ fake, source } = keepFile()) {
  const { user } = showSources([source], fake)
  await user.click(screen.getByRole('button', { name: /lines 12-14/ }))
  const dialog = await screen.findByRole('dialog', { name: source.path })
  return { user, fake, source, dialog }
}

it('is named after the file and says where in it', async () => {
  const { dialog, fake, source } = await open()

  expect(dialog).toHaveAccessibleDescription('lines 12-14 · Tide tables')
  expect(fake.calls).toContainEqual(['folders.open', source])
})

it('shows the lines of the source apart from those around them, with their numbers', async () => {
  await open()

  const cited = within(await screen.findByRole('list', { name: 'Source, lines 12-14' }))
  expect(cited.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '12line 12',
    '13line 13',
    '14line 14',
  ])
  const [before, after] = ['Lines before', 'Lines after'].map((name) =>
    within(screen.getByRole('list', { name })).getAllByRole('listitem'),
  )
  expect(before?.at(0)).toHaveTextContent('9line 9')
  expect(before).toHaveLength(3)
  expect(after?.at(-1)).toHaveTextContent('17line 17')
  expect(screen.getByText('Lines 9-17 of 40')).toBeVisible()
})

it('marks the source by more than a colour', async () => {
  await open()

  const cited = await screen.findByRole('list', { name: 'Source, lines 12-14' })
  expect(cited).toHaveClass('border-l-4', 'border-current')
  expect(screen.getByRole('list', { name: 'Lines before' })).toHaveClass('border-transparent')
})

it('lets the keyboard scroll the lines', async () => {
  await open()

  expect(await screen.findByRole('region', { name: 'Lines of the file' })).toHaveAttribute(
    'tabindex',
    '0',
  )
})

it('shows a source that is the whole file, and nothing around it', async () => {
  const { fake, source } = keepFile('one.txt', 'only')
  const whole = { ...source, firstLine: 1, lastLine: 1 }
  const { user } = showSources([whole], fake)

  await user.click(screen.getByRole('button', { name: /one\.txt/ }))

  expect(await screen.findByRole('list', { name: 'Source, line 1' })).toHaveTextContent('1only')
  expect(screen.queryByRole('list', { name: /^Lines/ })).toBeNull()
})

it('shows text as text', async () => {
  const hostile = '<img src=x onerror=alert(1)> </pre><script>alert(1)</script>'
  const lines = Array.from({ length: 20 }, () => hostile).join('\n')
  await open(keepFile('a.html', lines))

  expect((await screen.findAllByText(hostile)).length).toBeGreaterThan(3)
  expect(document.querySelector('img, script')).toBeNull()
})

it('copies the lines of the source alone', async () => {
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'Copy' }))

  expect(await navigator.clipboard.readText()).toBe('line 12\nline 13\nline 14')
  expect(screen.getByText('Copied')).toHaveRole('status')
})

it('says so where it may not copy', async () => {
  const { user } = await open()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))

  await user.click(await screen.findByRole('button', { name: 'Copy' }))

  expect(await screen.findByText(/copy them yourself/)).toHaveRole('status')
})

it('says that it is opening the file', async () => {
  const kept = keepFile()
  const letGo = kept.fake.hold('folders.open')
  await open(kept)
  expect(screen.getByText('Opening the file...')).toHaveRole('status')

  letGo()

  expect(await screen.findByText('line 12', { exact: false })).toBeVisible()
  expect(screen.queryByText('Opening the file...')).toBeNull()
})

it('says that the file has changed since, and offers no second try', async () => {
  const kept = keepFile()
  kept.fake.folders.receive([{ path: kept.source.path, text: 'other' }])
  await open(kept)

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This file has changed or was removed since this answer.',
  )
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('says why the file could not be opened, and tries again', async () => {
  const kept = keepFile()
  kept.fake.fail('folders.open', new CallFailed(500, 'The disk does not answer.'))
  const { user } = await open(kept)
  expect(await screen.findByRole('alert')).toHaveTextContent('The disk does not answer.')

  kept.fake.fail('folders.open', undefined)
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('list', { name: 'Source, lines 12-14' })).toBeVisible()
})

it('says that a server without this call is no changed file', async () => {
  const kept = keepFile()
  kept.fake.fail('folders.open', new CallFailed(404, 'Not found', { reason: 'missing' }))
  await open(kept)

  expect(await screen.findByRole('alert')).toHaveTextContent(/^API endpoint not found/)
})

it('forgets what it has shown: a file that is removed meanwhile is not shown again', async () => {
  const { user, fake, source } = await open()
  await screen.findByRole('list', { name: 'Source, lines 12-14' })
  await user.keyboard('{Escape}')
  fake.folders.removeFiles([source.fileId])

  await user.click(screen.getByRole('button', { name: /lines 12-14/ }))

  expect(await screen.findByRole('alert')).toHaveTextContent(/^This file has changed/)
})

it('asks anew when it is opened again, where the first answer never came', async () => {
  const kept = keepFile()
  kept.fake.hold('folders.open')
  const { user, fake } = await open(kept)
  await user.keyboard('{Escape}')

  await user.click(screen.getByRole('button', { name: /lines 12-14/ }))

  expect(await screen.findByText('Opening the file...')).toBeVisible()
  expect(fake.calls.filter(([name]) => name === 'folders.open')).toHaveLength(2)
})

it('can be put away where it could not be loaded', async () => {
  const onClose = vi.fn()
  render(<DialogNotLoaded onClose={onClose} />)
  expect(screen.getByRole('alert')).toHaveTextContent('Reload the page.')

  await userEvent.click(screen.getByRole('button', { name: 'Close' }))

  expect(onClose).toHaveBeenCalledOnce()
})
