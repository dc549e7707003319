import '../testing/with-fake-browser.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { readDaemonAddress } from '../host/daemon-address.ts'
import { readSettings } from '../host/settings.ts'
import type { FakeAnswers } from '../testing/fake-answers.ts'
import type { FakePermissions } from '../testing/fake-permissions.ts'
import { freshBrowser, HOME, openOptions } from './testing/open-options.tsx'

const OTHER = 'http://localhost:4100'
let answers: FakeAnswers
let permissions: FakePermissions

beforeEach(() => {
  ;({ answers, permissions } = freshBrowser())
})

const field = () => screen.getByRole('textbox', { name: 'Address of Shortlist' })

test('the page says whether Shortlist answers, and which one', async () => {
  await openOptions()

  expect(await screen.findByText('Shortlist 0.2.0 answers.')).toBeVisible()
  expect(field()).toHaveValue(HOME)
})

test.each([
  ['nobody', /^Nobody answers/],
  ['a web server', 'Something else answers on port 4000'],
  ['daemon 0.1.7', 'Update the daemon (needs 0.2, found 0.1)'],
  ['a daemon that refuses', /does not know this extension/],
] as const)('where it is %s that answers, it says so', async (who, sentence) => {
  answers.at[HOME] = who

  await openOptions()

  expect(await screen.findByText(sentence)).toBeVisible()
})

test('another port is asked for by the click on Test, kept and looked at', async () => {
  answers.at[OTHER] = 'daemon 0.2.4'
  const { user, section } = await openOptions()

  await user.clear(field())
  await user.type(field(), '4100')
  await user.click(screen.getByRole('button', { name: 'Test' }))

  expect(await screen.findByText('Shortlist 0.2.4 answers.')).toBeVisible()
  expect(permissions.asked).toEqual([`${OTHER}/*`])
  expect(await readDaemonAddress()).toBe(OTHER)
  expect(field()).toHaveValue(OTHER)
  expect(section('Connection').getByText('Saved')).toBeVisible()
})

test('without consent to another port the address stays', async () => {
  permissions.consent = false
  const { user } = await openOptions()

  await user.clear(field())
  await user.type(field(), '4100{Enter}')

  expect(await screen.findByRole('alert')).toHaveTextContent(/does not allow access/)
  expect(await readDaemonAddress()).toBe(HOME)
  expect(field()).toHaveValue('4100')
})

test('leaving the field keeps an address that is allowed, and asks for nothing', async () => {
  permissions.give(`${OTHER}/*`)
  const { user, section } = await openOptions()

  await user.clear(field())
  await user.type(field(), '127.0.0.1:4100')
  await user.tab()

  await waitFor(() => expect(field()).toHaveValue(OTHER))
  expect(await readDaemonAddress()).toBe(OTHER)
  expect(section('Connection').getByText('Saved')).toBeVisible()
  expect(permissions.asked).toEqual([])
})

test.each([
  ['http://example.org', /is no address of this computer/],
  ['4100', 'Press "Test" to allow access to this port.'],
])('leaving the field with %s keeps nothing and says why', async (typed, sentence) => {
  const { user } = await openOptions()

  await user.clear(field())
  await user.type(field(), typed)
  await user.tab()

  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  expect(await readDaemonAddress()).toBe(HOME)
})

test('what the worker must know is kept at once, and "Saved" goes again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { user, section } = await openOptions()

  await user.click(screen.getByRole('button', { name: 'Web app' }))
  await user.click(screen.getByRole('switch', { name: 'Entries in the menu of a right click' }))

  expect(await section('Behaviour').findByText('Saved')).toBeVisible()
  await waitFor(async () =>
    expect(await readSettings()).toEqual({
      toolbarOpens: 'web-app',
      hasMenu: false,
      notifies: false,
    }),
  )
  expect(screen.getByRole('button', { name: 'Web app' })).toHaveAttribute('aria-pressed', 'true')
  vi.advanceTimersByTime(2000)
  await waitFor(() => expect(section('Behaviour').queryByText('Saved')).toBeNull())
})

test('a setting that the browser does not store stays as it was and says so', async () => {
  vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValue(new Error('quota'))
  const { user } = await openOptions()

  await user.click(screen.getByRole('button', { name: 'Web app' }))

  expect(await screen.findByText('The browser did not store this setting.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Panel' })).toHaveAttribute('aria-pressed', 'true')
  expect(screen.queryByText('Saved')).toBeNull()
})
