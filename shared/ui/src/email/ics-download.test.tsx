import { aMailEvent, anAnalyzedEmail } from '@shortlist/client/testing/mail-samples'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeActions, showEmail } from '../testing/show-email.tsx'

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
