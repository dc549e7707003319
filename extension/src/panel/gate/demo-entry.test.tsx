import '../../testing/with-fake-browser.ts'
import type { AssistantClient } from '@shortlist/client/assistant-client'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { writeDaemonAddress } from '../../host/daemon-address.ts'
import { type FakeAnswers, fakeAnswers } from '../../testing/fake-answers.ts'
import { fakePermissions } from '../../testing/fake-permissions.ts'
import { keepForNextPanel } from '../keep-what-is-begun.ts'
import { DaemonGate } from './daemon-gate.tsx'
import { useWayOut } from './use-demo.ts'

const address = 'http://localhost:4000'
const other = 'http://localhost:4001'
let answers: FakeAnswers
let client: AssistantClient | undefined

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() => import('@shortlist/client/demo/demo-client'))

beforeEach(() => {
  fakeBrowser.reset()
  Object.assign(fakeBrowser.runtime, { getManifest: () => ({ version: '0.2.0' }) })
  fakePermissions(`${address}/*`, `${other}/*`)
  answers = fakeAnswers({})
  client = undefined
})

afterEach(() => keepForNextPanel())

function Inside() {
  const wayOut = useWayOut()
  return (
    <>
      <input aria-label="draft" />
      <p>{wayOut ? 'demo' : 'daemon'}</p>
      <p>{wayOut?.isDaemonThere ? 'one is there' : 'none is there'}</p>
      <button type="button" onClick={() => wayOut?.leave()}>
        Leave
      </button>
    </>
  )
}

async function enterDemo(): Promise<void> {
  render(
    <DaemonGate>
      {(entered) => {
        client = entered
        return <Inside />
      }}
    </DaemonGate>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Try the demo data' }))
  await screen.findByText('demo')
  // the look for a daemon begins right after that
  await act(async () => {})
}

/** The panel comes into sight, and so looks again. */
const turnToPanel = () => fireEvent(document, new Event('visibilitychange'))
const leave = () => userEvent.click(screen.getByRole('button', { name: 'Leave' }))

it('leads back to the screen that it was entered from, and ends the demo', async () => {
  await enterDemo()
  expect(screen.queryByRole('heading')).toBeNull()
  if (!client) throw new Error('nothing was entered')
  const closed = vi.spyOn(client, 'close')

  await leave()

  expect(await screen.findByRole('button', { name: 'Try the demo data' })).toBeVisible()
  expect(closed).toHaveBeenCalledTimes(1)
})

it.each<FakeAnswers['at'][string]>(['daemon 0.2.0', 'daemon 0.1.0', 'a daemon that refuses'])(
  'stays in the demo when %s is there again, and tells it',
  async (who) => {
    await enterDemo()
    await userEvent.type(screen.getByLabelText('draft'), 'in the middle of it')
    expect(screen.getByText('none is there')).toBeVisible()

    answers.at[address] = who
    turnToPanel()

    expect(await screen.findByText('one is there')).toBeVisible()
    expect(screen.getByText('demo')).toBeVisible()
    expect(screen.getByLabelText('draft')).toHaveValue('in the middle of it')
  },
)

it('does not take another program for Shortlist', async () => {
  await enterDemo()
  const before = answers.asked.length

  answers.at[address] = 'a web server'
  turnToPanel()
  await waitFor(() => expect(answers.asked.length).toBeGreaterThan(before))
  await act(async () => {})

  expect(screen.getByText('none is there')).toBeVisible()
})

it('leads to the daemon that is there, with nothing of the demo', async () => {
  await enterDemo()
  await userEvent.type(screen.getByLabelText('draft'), 'a demo text')
  const demo = client
  answers.at[address] = 'daemon 0.2.0'

  await leave()

  expect(await screen.findByText('daemon')).toBeVisible()
  expect(screen.getByLabelText('draft')).toHaveValue('')
  expect(client).not.toBe(demo)
  expect(client?.abilities.origin).toBe(address)
})

it('looks whether the daemon that was there still is', async () => {
  await enterDemo()
  answers.at[address] = 'daemon 0.2.0'
  turnToPanel()
  await screen.findByText('one is there')

  answers.at[address] = 'nobody'
  await leave()

  expect(await screen.findByRole('button', { name: 'Try the demo data' })).toBeVisible()
})

it('looks at the address that the options name meanwhile, without leaving', async () => {
  await enterDemo()
  answers.at[other] = 'daemon 0.2.0'

  await act(() => writeDaemonAddress(other))

  expect(await screen.findByText('one is there')).toBeVisible()
  expect(screen.getByText('demo')).toBeVisible()
})

it('is offered where nobody answers alone', async () => {
  answers.at[address] = 'a web server'
  render(<DaemonGate>{() => null}</DaemonGate>)

  await screen.findByRole('heading', { name: 'Something else answers on port 4000' })

  expect(screen.queryByRole('button', { name: 'Try the demo data' })).toBeNull()
})
