import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Crash } from './crash.tsx'

function crash() {
  const retry = vi.fn()
  const user = userEvent.setup()
  render(
    <Crash
      error={new TypeError('chats is not iterable')}
      resetErrorBoundary={retry}
      place="/chat/:chatId"
    />,
  )
  return { retry, user }
}

it('says so and tries again on demand', async () => {
  const { retry, user } = crash()
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong')

  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(retry).toHaveBeenCalledOnce()
})

it('copies a report that names the error and the screen', async () => {
  const { user } = crash()

  await user.click(screen.getByRole('button', { name: 'Copy report' }))

  const report = await navigator.clipboard.readText()
  expect(report).toContain('Shortlist at /chat/:chatId')
  expect(report).toContain('TypeError: chats is not iterable')
})
