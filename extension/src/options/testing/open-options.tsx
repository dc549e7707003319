import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { fakeAnswers } from '../../testing/fake-answers.ts'
import { fakePermissions } from '../../testing/fake-permissions.ts'
import { OptionsPage } from '../options-page.tsx'

export const HOME = 'http://localhost:4000'

/** A fresh browser as after the installation, in which a daemon runs on the usual port. */
export function freshBrowser() {
  fakeBrowser.reset()
  localStorage.clear()
  location.hash = ''
  vi.stubGlobal('matchMedia', () => new EventTarget())
  vi.spyOn(fakeBrowser.runtime, 'getManifest').mockReturnValue({
    manifest_version: 3,
    name: 'Shortlist',
    version: '0.2.0',
  })
  vi.spyOn(fakeBrowser.commands, 'getAll').mockImplementation(async () => [
    { name: '_execute_action', shortcut: 'Alt+Shift+J' },
  ])
  return {
    answers: fakeAnswers({ [HOME]: 'daemon 0.2.0' }),
    permissions: fakePermissions(`${HOME}/*`, 'storage', 'contextMenus', 'sidePanel'),
  }
}

/** The page once everything on it is known, and a user before it. */
export async function openOptions() {
  const user = userEvent.setup()
  render(<OptionsPage />)
  await screen.findByText('Alt+Shift+J')
  await screen.findByRole('group', { name: 'The toolbar button opens' })
  return { user, section: (name: string) => within(screen.getByRole('region', { name })) }
}
