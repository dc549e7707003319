import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Choice } from '../host/choose-client.ts'
import { loadDemo } from '../host/load-demo.ts'
import { MemoryRouter } from '../host/router.ts'
import { Start } from './start.tsx'

function start(choice: Choice, load = loadDemo) {
  render(<Start choice={choice} loadDemo={load} />, {
    wrapper: MemoryRouter,
    onCaughtError: () => {},
  })
}

it('shows what the daemon says, and leaves the demo alone', async () => {
  const load = vi.fn(loadDemo)
  start({ kind: 'daemon', client: createFakeClient().client }, load)

  expect(await screen.findByText('Daemon online')).toBeVisible()
  expect(load).not.toHaveBeenCalled()
})

it('shows the demo once it is loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  start({ kind: 'demo' }, () => promise.then(loadDemo))
  expect(await screen.findByRole('status')).toHaveTextContent('Loading')

  resolve()

  // this build is that of a daemon, whose demo says where the real thing is
  const notice = /^Demo - sample data\. Your own data is at http:\/\/localhost:\d+, on the computer/
  expect(await screen.findByText(notice)).toBeVisible()
})

it('says that the demo did not load, and what a developer needs to know', async () => {
  const user = userEvent.setup()
  start({ kind: 'demo' }, () => Promise.reject(new TypeError('demo-client.js is gone')))

  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong')
  await user.click(screen.getByRole('button', { name: 'Copy report' }))
  const report = await navigator.clipboard.readText()
  expect(report).toContain('Shortlist at start')
})
