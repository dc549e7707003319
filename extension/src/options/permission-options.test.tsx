import '../testing/with-fake-browser.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { readSettings, writeSettings } from '../host/settings.ts'
import type { FakePermissions } from '../testing/fake-permissions.ts'
import { freshBrowser, openOptions } from './testing/open-options.tsx'

let permissions: FakePermissions

beforeEach(() => {
  ;({ permissions } = freshBrowser())
})

const notifies = () => screen.getByRole('switch', { name: 'Notification when a sync ends' })

test('notifications are asked for when they are switched on', async () => {
  const { user } = await openOptions()

  await user.click(notifies())

  await waitFor(() => expect(notifies()).toBeChecked())
  expect(permissions.asked).toEqual(['notifications'])
  expect((await readSettings()).notifies).toBe(true)
})

test('without consent notifications stay off, with the reason', async () => {
  permissions.consent = false
  const { user } = await openOptions()

  await user.click(notifies())

  expect(await screen.findByRole('alert')).toHaveTextContent(/does not allow notifications/)
  expect(notifies()).not.toBeChecked()
  expect((await readSettings()).notifies).toBe(false)
})

test('the switch is off once the browser has taken the permission back', async () => {
  permissions.give('notifications')
  await writeSettings({ notifies: true })
  await openOptions()
  await waitFor(() => expect(notifies()).toBeChecked())

  permissions.takeBack('notifications')

  await waitFor(() => expect(notifies()).not.toBeChecked())
})

test('each permission says why it is there, and an optional one can be taken back', async () => {
  permissions.give('activeTab')
  permissions.give('scripting')
  const { user, section } = await openOptions()
  const privacy = section('Privacy')
  const names = (await privacy.findAllByRole('listitem')).map((item) => item.textContent)
  expect(
    names.map((text) => /^(.*?)(Allowed|Asked for on use)/.exec(text ?? '')?.slice(1)),
  ).toEqual([
    ['http://localhost', 'Allowed'],
    ['Side panel', 'Allowed'],
    ['Storage', 'Allowed'],
    ['Context menu', 'Allowed'],
    ['The page in front', 'Allowed'],
    ['Notifications', 'Asked for on use'],
  ])

  await user.click(privacy.getByRole('button', { name: 'Take back: The page in front' }))

  await waitFor(() => expect(privacy.queryByRole('button', { name: /^Take back/ })).toBeNull())
  expect([...permissions.given]).not.toContain('scripting')
})

test('appearance and keys are kept for the panel, and "Saved" stands in their own section', async () => {
  const { user, section } = await openOptions()

  await user.click(screen.getByRole('button', { name: 'Comfortable' }))
  await user.click(screen.getByRole('button', { name: 'Dark' }))

  expect(section('Appearance').getByText('Saved')).toBeVisible()
  expect(section('Shortcuts').queryByText('Saved')).toBeNull()
  expect(localStorage.getItem('shortlist.density')).toBe('comfortable')
  expect(localStorage.getItem('shortlist.theme')).toBe('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')

  await user.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }))

  expect(section('Shortcuts').getByText('Saved')).toBeVisible()
  expect(localStorage.getItem('shortlist.single-keys')).toBe('off')
})

test('the report says what is known of this browser and is copied whole', async () => {
  const { user, section } = await openOptions()
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  const copyReport = section('Diagnostics').getByRole('button', { name: 'Copy report' })
  await waitFor(() => expect(copyReport).toBeEnabled())

  await user.click(copyReport)

  const lines = [
    'Extension: 0.2.0',
    `Browser: ${navigator.userAgent}`,
    'Address: http://localhost:4000',
    'Answer: Shortlist 0.2.0',
    'Toolbar opens: panel',
    'Menu: on',
    'Notifications: off',
    'Theme: system',
    'Density: compact',
    'Permissions: contextMenus, sidePanel, storage',
    'Addresses allowed: http://localhost:4000/*',
  ]
  expect(write).toHaveBeenCalledExactlyOnceWith(lines.join('\n'))
})
