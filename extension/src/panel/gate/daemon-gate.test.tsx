import '../../testing/with-fake-browser.ts'
import type { AssistantClient } from '@shortlist/client/assistant-client'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { writeDaemonAddress } from '../../host/daemon-address.ts'
import { type FakeAnswers, fakeAnswers } from '../../testing/fake-answers.ts'
import { type FakePermissions, fakePermissions } from '../../testing/fake-permissions.ts'
import { DaemonGate } from './daemon-gate.tsx'

const address = 'http://localhost:4000'
const other = 'http://localhost:4001'
let permissions: FakePermissions
let answers: FakeAnswers
let client: AssistantClient | undefined

beforeEach(() => {
  fakeBrowser.reset()
  permissions = fakePermissions(`${address}/*`)
  answers = fakeAnswers({ [address]: 'daemon 0.2.0' })
  client = undefined
})

function open() {
  render(
    <DaemonGate>
      {(entered) => {
        client = entered
        return <input aria-label="draft" data-daemon={entered.abilities.origin} />
      }}
    </DaemonGate>,
  )
}

const draft = () => screen.findByRole('textbox', { name: 'draft' })
const title = (text: string) => screen.findByRole('heading', { name: text })
const retry = () => userEvent.click(screen.getByRole('button', { name: 'Retry' }))
const field = () => screen.getByRole('textbox', { name: 'Address of the daemon' })

async function typeAddress(text: string): Promise<void> {
  await userEvent.clear(field())
  await userEvent.type(field(), text)
  await retry()
}

test('a daemon that fits is entered', async () => {
  open()

  expect(await draft()).toHaveAttribute('data-daemon', address)
  expect(client?.abilities).toMatchObject({ canOpenPopup: false, canUseAddresses: false })
})

it('asks for access by a button, and enters once it is given', async () => {
  permissions.takeBack(`${address}/*`)
  open()
  permissions.consent = false
  await userEvent.click(await screen.findByRole('button', { name: 'Allow access to localhost' }))
  expect(await screen.findByText(/The access was not given/)).toBeVisible()

  permissions.consent = true
  await userEvent.click(screen.getByRole('button', { name: 'Allow access to localhost' }))

  expect(await draft()).toBeVisible()
  expect(permissions.asked).toEqual([`${address}/*`, `${address}/*`])
})

it('says how the daemon is started, and enters at Retry', async () => {
  answers.at[address] = 'nobody'
  open()
  await title('Backend server is not running. Please start the backend server.')
  expect(screen.getByText('npx -y pnpm@12.4.2 start')).toBeVisible()
  expect(field()).toHaveValue(address)

  answers.at[address] = 'daemon 0.2.0'
  await retry()

  expect(await draft()).toBeVisible()
})

it('names the port on which something else answers', async () => {
  answers.at[address] = 'a web server'
  open()

  await title('Something else answers on port 4000')
})

it('says which version it needs and which one it has found', async () => {
  answers.at[address] = 'daemon 0.1.4'
  open()

  await title('Update the daemon (needs 0.2, found 0.1)')
})

it('shows and copies the setting by which the daemon comes to know the extension', async () => {
  answers.at[address] = 'a daemon that refuses'
  const user = userEvent.setup()
  open()
  await title('This extension is not known to the daemon')
  const line = `ALLOWED_ORIGINS=${location.origin}`
  expect(screen.getByText(line)).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Copy line' }))

  expect(await navigator.clipboard.readText()).toBe(line)
})

it('enters another daemon once the browser may talk to its port', async () => {
  answers.at[address] = 'nobody'
  answers.at[other] = 'daemon 0.2.0'
  open()
  await screen.findByRole('button', { name: 'Retry' })

  await typeAddress('4001')

  expect(await draft()).toHaveAttribute('data-daemon', other)
  expect(permissions.asked).toEqual([`${other}/*`])
})

it.each([
  ['example.com', 'Type a port such as 4000, or an address such as http://localhost:4000.'],
  ['4001', 'The browser was not allowed to talk to that address, so nothing was changed.'],
])('stays where it is when %j is typed and cannot be used', async (text, reason) => {
  answers.at[address] = 'nobody'
  permissions.consent = false
  open()
  await screen.findByRole('button', { name: 'Retry' })

  await typeAddress(text)

  expect(await screen.findByText(reason)).toHaveRole('alert')
  expect(field()).toBeInvalid()
  answers.at[address] = 'daemon 0.2.0'
  await typeAddress(address)
  expect(await draft()).toHaveAttribute('data-daemon', address)
})

it('turns to an address that another page has kept, and leaves the old one', async () => {
  answers.at[other] = 'daemon 0.2.0'
  permissions.give(`${other}/*`)
  open()
  await draft()
  if (!client) throw new Error('nothing was entered')
  const closed = vi.spyOn(client, 'close')

  await act(() => writeDaemonAddress(other))

  await waitFor(async () => expect(await draft()).toHaveAttribute('data-daemon', other))
  expect(closed).toHaveBeenCalledTimes(1)
})

/** The daemon goes away, and the client meets that. */
async function loseDaemon(who: FakeAnswers['at'][string]): Promise<void> {
  answers.at[address] = who
  await act(async () => {
    await client?.health().catch(() => {})
  })
}

it('leaves what was entered alone while the daemon is away', async () => {
  open()
  await userEvent.type(await draft(), 'not sent yet')

  await loseDaemon('nobody')

  await waitFor(() => expect(answers.asked.at(-1)).toBe(`GET ${address}/api/health`))
  expect(await draft()).toHaveValue('not sent yet')
  expect(screen.queryByRole('heading')).toBeNull()
})

it.each<[who: FakeAnswers['at'][string], heading: string]>([
  ['a web server', 'Something else answers on port 4000'],
  ['daemon 0.1.0', 'Update the daemon (needs 0.2, found 0.1)'],
])('covers what was entered when %s has taken the place, and keeps it', async (who, heading) => {
  open()
  await userEvent.type(await draft(), 'not sent yet')

  await loseDaemon('nobody')
  answers.at[address] = who
  fireEvent(document, new Event('visibilitychange'))
  await title(heading)
  expect(screen.getByLabelText('draft').closest('[inert]')).not.toBeNull()

  answers.at[address] = 'daemon 0.2.0'
  await retry()
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
  expect(screen.getByLabelText('draft')).toHaveValue('not sent yet')
  expect(screen.getByLabelText('draft').closest('[inert]')).toBeNull()
})

it('covers what was entered when the access is taken back', async () => {
  open()
  await draft()

  act(() => permissions.takeBack(`${address}/*`))

  await screen.findByRole('button', { name: 'Allow access to localhost' })
})
