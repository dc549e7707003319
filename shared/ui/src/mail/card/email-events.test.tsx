import { aMailEvent, anAnalyzedEmail } from '@shortlist/client/testing/mail-samples'
import type { MailEvent } from '@shortlist/contracts/calendar'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeActions, showEmail } from '../../testing/show-email.tsx'
import { formatEventTime } from '../mail-times.tsx'

function showEvent(parts: Partial<MailEvent> = {}) {
  const event = aMailEvent(parts)
  return { event, ...showEmail(anAnalyzedEmail({ events: [event] })) }
}

const unclear = {
  state: 'waiting',
  time: { kind: 'unclear', text: 'next week', reason: 'The mail names no day.' },
} as const

it('shows a created event with time, place and link', () => {
  const { event } = showEvent()

  const block = within(screen.getByRole('list', { name: 'Calendar Events Created' }))
  expect(block.getByText('Northwind technical interview')).toBeVisible()
  const time = formatEventTime(event.time).replace(/\s/g, ' ')
  expect(block.getByRole('listitem')).toHaveTextContent(time)
  expect(block.getByText('Google Meet')).toBeVisible()
  const link = block.getByRole('link', { name: 'Event Link' })
  expect(link).toHaveAttribute('href', event.link)
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
})

it('says why an event is there: the words of the mail and who found them', async () => {
  const { user, event } = showEvent()

  await user.click(screen.getByRole('button', { name: 'Why' }))

  expect(screen.getByText(event.evidence)).toBeVisible()
  expect(screen.getByText('From the invitation in the mail')).toBeVisible()
})

it('takes a created event back', async () => {
  const { user, event, actions } = showEvent()

  await user.click(screen.getByRole('button', { name: 'Undo' }))

  expect(actions.undoEvent).toHaveBeenCalledExactlyOnceWith(event)
})

it('says that an event was not taken back', async () => {
  const { user, actions } = showEvent()
  actions.undoEvent.mockRejectedValue(new Error('x'))

  await user.click(screen.getByRole('button', { name: 'Undo' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to remove the event')
})

it('offers the event as a file where there is one', () => {
  const { unmount } = showEvent()
  const link = screen.getByRole('link', { name: 'Download .ics' })
  expect(link).toHaveAttribute('href', '/calendar/event0001.ics')
  expect(link).toHaveAttribute('download')
  unmount()

  showEvent({ hasIcs: false })
  expect(screen.queryByRole('link', { name: 'Download .ics' })).toBeNull()
})

it('adds an event that waits, and says why it does', async () => {
  const { user, event, actions } = showEvent({
    state: 'waiting',
    reason: 'There is another event at this time.',
  })
  expect(screen.queryByText('Calendar Events Created')).toBeNull()
  const block = within(screen.getByRole('list', { name: 'Appointments found' }))
  expect(block.getByText('Waiting')).toBeVisible()
  expect(block.getByText('There is another event at this time.')).toBeVisible()
  expect(block.queryByRole('link', { name: 'Event Link' })).toBeNull()

  await user.click(block.getByRole('button', { name: 'Add to calendar' }))

  expect(actions.addEvent).toHaveBeenCalledExactlyOnceWith(event)
})

it('asks for the time of an event that nobody could read', async () => {
  const { user, event, actions } = showEvent(unclear)
  expect(screen.getByText('next week', { exact: false })).toBeVisible()
  expect(screen.getByText('The mail names no day.')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Add to calendar' }))
  const form = within(screen.getByRole('form', { name: 'Choose a time' }))
  fireEvent.change(form.getByLabelText('Date'), { target: { value: '2026-11-24' } })
  fireEvent.change(form.getByLabelText('Begins'), { target: { value: '10:00' } })
  fireEvent.change(form.getByLabelText('Ends'), { target: { value: '09:00' } })
  await user.click(form.getByRole('button', { name: 'Add to calendar' }))
  expect(form.getByRole('alert')).toHaveTextContent('It has to end after it begins.')
  expect(actions.addEvent).not.toHaveBeenCalled()

  fireEvent.change(form.getByLabelText('Ends'), { target: { value: '11:00' } })
  await user.click(form.getByRole('button', { name: 'Add to calendar' }))
  expect(actions.addEvent).toHaveBeenCalledExactlyOnceWith(event, {
    start: new Date(2026, 10, 24, 10).toISOString(),
    end: new Date(2026, 10, 24, 11).toISOString(),
  })
  expect(screen.queryByRole('form')).toBeNull()
})

it('keeps the form when the event could not be added', async () => {
  const { user, actions } = showEvent(unclear)
  actions.addEvent.mockRejectedValue(new Error('x'))
  await user.click(screen.getByRole('button', { name: 'Add to calendar' }))
  const form = within(screen.getByRole('form'))
  fireEvent.change(form.getByLabelText('Date'), { target: { value: '2026-11-24' } })
  fireEvent.change(form.getByLabelText('Begins'), { target: { value: '10:00' } })
  fireEvent.change(form.getByLabelText('Ends'), { target: { value: '11:00' } })

  await user.click(form.getByRole('button', { name: 'Add to calendar' }))

  expect(await screen.findByText('Failed to add the event')).toBeVisible()
  expect(form.getByLabelText('Date')).toHaveValue('2026-11-24')
})

it.each([
  ['superseded', 'Moved', false],
  ['cancelled', 'Cancelled', false],
  ['undone', 'Removed by you', true],
  ['failed', 'Failed', true],
] as const)('names the state %s and offers what is left to do', (state, word, canAdd) => {
  showEvent({ state, reason: 'Because of that.' })

  const block = within(screen.getByRole('list', { name: 'Appointments found' }))
  expect(block.getByText(word)).toBeVisible()
  expect(block.getByText('Because of that.')).toBeVisible()
  expect(block.queryAllByRole('button', { name: 'Add to calendar' })).toHaveLength(canAdd ? 1 : 0)
  expect(block.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('shows created events of which only the analysis knows', () => {
  const event = {
    summary: 'Call',
    startTime: '2026-11-25T09:00:00Z',
    endTime: '2026-11-25T10:00:00Z',
    location: 'Phone',
    link: 'https://calendar.example/1',
  }
  showEmail(anAnalyzedEmail({}, { calendarEvents: [event] }))

  const block = within(screen.getByRole('list', { name: 'Calendar Events Created' }))
  expect(block.getByText('Call')).toBeVisible()
  expect(block.getByRole('link', { name: 'Event Link' })).toBeVisible()
  expect(block.queryByRole('button')).toBeNull()
})

it('opens no address of an event but those of the web', () => {
  showEvent({ link: 'javascript:alert(1)' })

  expect(screen.queryByRole('link', { name: 'Event Link' })).toBeNull()
})

it('puts back what a mail has called off', async () => {
  const reason = 'A mail says that this is cancelled: “It is off.”'
  const { user, event, actions } = showEvent({ state: 'cancelled', reason, question: 'called-off' })
  expect(screen.getByText(reason)).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Undo' }))

  expect(actions.addEvent).toHaveBeenCalledExactlyOnceWith(event)
})

it('asks whether to keep what somebody calls cancelled', async () => {
  const reason = 'They write that this is cancelled: “It is off.”'
  const { user, event, actions } = showEvent({ reason, question: 'remove-or-keep' })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Keep' }))
  expect(actions.addEvent).toHaveBeenCalledExactlyOnceWith(event)
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(actions.undoEvent).toHaveBeenCalledExactlyOnceWith(event)
})

/** A card of a page that cannot link to what the daemon serves. */
function showElsewhere(ics: (eventId: string) => Promise<Blob>) {
  const setting = { actions: { ...fakeActions(), ics } }
  return showEmail(anAnalyzedEmail({ events: [aMailEvent()] }), setting)
}

it('saves the bytes where the page cannot link to them', async () => {
  const bytes = new Blob(['BEGIN:VCALENDAR'], { type: 'text/calendar' })
  const ics = vi.fn().mockResolvedValue(bytes)
  const make = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:event')
  const saved = Promise.withResolvers<HTMLAnchorElement>()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLElement) {
    saved.resolve(this as HTMLAnchorElement)
  })
  const { user } = showElsewhere(ics)
  expect(screen.queryByRole('link', { name: 'Download .ics' })).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Download .ics' }))

  const link = await saved.promise
  expect(link).toHaveAttribute('href', 'blob:event')
  expect(link).toHaveAttribute('download', 'event.ics')
  expect(ics).toHaveBeenCalledExactlyOnceWith('event0001')
  expect(make).toHaveBeenCalledExactlyOnceWith(bytes)
})

it('says that the bytes could not be had', async () => {
  const { user } = showElsewhere(() => Promise.reject(new Error('x')))

  await user.click(screen.getByRole('button', { name: 'Download .ics' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to download the event')
})
