import { aMailEvent, anAnalyzedEmail } from '@shortlist/client/testing/mail-samples'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { LeftOverEvents } from './left-over-events.tsx'

const waiting = { state: 'waiting', question: 'left-over' } as const

it('adds all that is left over, each once', async () => {
  const [one, other] = [
    aMailEvent({ ...waiting, id: 'one' }),
    aMailEvent({ ...waiting, id: 'other' }),
  ]
  const created = aMailEvent({ id: 'created' })
  const emails = [
    anAnalyzedEmail({ events: [one, created] }),
    anAnalyzedEmail({ events: [one, other] }),
  ]
  const onAdd = vi.fn().mockResolvedValue(undefined)
  render(<LeftOverEvents emails={emails} onAdd={onAdd} />)
  expect(screen.getByRole('status')).toHaveTextContent('2 more appointments wait')

  await userEvent.click(screen.getByRole('button', { name: 'Add all to calendar' }))

  expect(onAdd.mock.calls).toEqual([[one], [other]])
})

it('says nothing where nothing is left over, and why it could not', async () => {
  const { rerender } = render(<LeftOverEvents emails={[anAnalyzedEmail()]} onAdd={vi.fn()} />)
  expect(screen.queryByRole('status')).toBeNull()
  const onAdd = vi.fn().mockRejectedValue(new Error('x'))
  rerender(
    <LeftOverEvents emails={[anAnalyzedEmail({ events: [aMailEvent(waiting)] })]} onAdd={onAdd} />,
  )

  await userEvent.click(screen.getByRole('button'))

  expect(screen.getByRole('status')).toHaveTextContent('Failed to add the event')
})
