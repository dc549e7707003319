import type { Source } from '@shortlist/contracts/source'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { keepFile, showSources } from '../testing/show-sources.tsx'

function source(parts: Partial<Source> = {}): Source {
  const lines = { firstLine: 12, lastLine: 30 }
  return { fileId: 'f1', path: 'notes/tides.md', ...lines, heading: '', ...parts }
}

function many(count: number): Source[] {
  return Array.from({ length: count }, (_, at) => source({ path: `notes/${at + 1}.md` }))
}

it('is a list with path, lines and heading of each source, best first', () => {
  showSources([source({ heading: 'Tide tables' }), source({ path: 'a.ts', lastLine: 12 })])

  const [first, second] = within(screen.getByRole('list', { name: 'Sources' })).getAllByRole(
    'button',
  )
  expect(first).toHaveTextContent('notes/tides.mdlines 12-30 · Tide tables')
  expect(first).toHaveAccessibleName('notes/tides.md, lines 12-30, Tide tables')
  expect(second).toHaveTextContent('a.tsline 12')
  expect(second).toHaveAccessibleName('a.ts, line 12')
})

it('shortens a long path, and says all of it in the name and the title', () => {
  const path = 'shortlist/daemon/src/platform/storage/append-file.ts'
  showSources([source({ path })])

  const chip = screen.getByRole('button', { name: `${path}, lines 12-30` })
  expect(chip).toHaveAttribute('title', `${path}, lines 12-30`)
  expect(within(chip).getByText('shortlist/…/append-file.ts')).toBeVisible()
})

it('shows six sources, and the others on demand', async () => {
  const { user } = showSources(many(8))
  expect(screen.getAllByRole('listitem')).toHaveLength(6)
  const more = screen.getByRole('button', { name: '2 more' })
  expect(more).toHaveAttribute('aria-expanded', 'false')

  await user.click(more)

  expect(screen.getAllByRole('listitem')).toHaveLength(8)
  const fewer = screen.getByRole('button', { name: 'Show fewer' })
  expect(fewer).toHaveFocus()
  expect(fewer).toHaveAttribute('aria-expanded', 'true')
  await user.keyboard('{Enter}')
  expect(screen.getAllByRole('listitem')).toHaveLength(6)
})

it('has no button for others where there are none', () => {
  showSources(many(6))

  expect(screen.getAllByRole('button')).toHaveLength(6)
})

it('is nothing where there is no source', () => {
  showSources([])

  expect(screen.queryByText('Sources')).toBeNull()
})

it('shows names as text, whatever they are', () => {
  const path = '<img src=x onerror=alert(1)>/\u202ecod.exe'
  showSources([source({ path, heading: '<b>bold</b>' })])

  expect(screen.getByRole('button', { name: `${path}, lines 12-30, <b>bold</b>` })).toBeVisible()
  expect(document.querySelector('img, b')).toBeNull()
  // what turns text around ends with the name
  expect(screen.getByText('…/\u202ecod.exe').tagName).toBe('BDI')
})

it('opens a source with Enter, and gives the focus back when that is closed', async () => {
  const { fake, source: kept } = keepFile()
  const { user } = showSources([source(), kept], fake)

  await user.tab()
  await user.tab()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: kept.path })
  expect(dialog).toContainElement(document.activeElement as HTMLElement)
  await user.keyboard('{Escape}')

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: /lines 12-14/ })).toHaveFocus()
})

it('gives the focus back to a source that was clicked, also where a click does not focus', async () => {
  const { fake, source: kept } = keepFile()
  const { user } = showSources([kept], fake)
  const chip = screen.getByRole('button', { name: /tides/ })

  fireEvent.click(chip)
  await user.click(await screen.findByRole('button', { name: 'Close' }))

  expect(chip).toHaveFocus()
})
