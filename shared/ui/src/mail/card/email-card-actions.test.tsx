import { anAnalyzedEmail } from '@shortlist/client/testing/mail-samples'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showEmail } from '../../testing/show-email.tsx'
import { formatDate } from '../mail-times.tsx'

const email = anAnalyzedEmail()

it('keeps ticked action items in this browser, without their words', async () => {
  const asked = anAnalyzedEmail({}, { actionItems: ['Confirm the time', 'Send the portfolio'] })
  const first = showEmail(asked)
  await first.user.click(screen.getByRole('checkbox', { name: 'Confirm the time' }))
  expect(screen.getByRole('checkbox', { name: 'Confirm the time' })).toBeChecked()
  first.unmount()

  showEmail(asked)
  expect(screen.getByRole('checkbox', { name: 'Confirm the time' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Send the portfolio' })).not.toBeChecked()
  expect(JSON.stringify(localStorage)).not.toContain('Confirm')
})

it('forgets an action item that is no longer ticked', async () => {
  const { user } = showEmail(email)
  const item = screen.getByRole('checkbox', { name: 'Confirm the time' })

  await user.click(item)
  await user.click(item)

  expect(item).not.toBeChecked()
  expect(localStorage.getItem('shortlist.done-actions')).toBe('[]')
})

it('ticks the same words only for their own email', async () => {
  const { user, unmount } = showEmail(email)
  await user.click(screen.getByRole('checkbox', { name: 'Confirm the time' }))
  unmount()

  showEmail({ ...email, id: '__proto__' })
  expect(screen.getByRole('checkbox', { name: 'Confirm the time' })).not.toBeChecked()
})

it('survives a storage that holds something else', () => {
  localStorage.setItem('shortlist.done-actions', '{"a":1')
  showEmail(email)

  expect(screen.getByRole('checkbox', { name: 'Confirm the time' })).not.toBeChecked()
})

it('opens the mail at its provider in a tab that knows nothing of this one', () => {
  showEmail(email)

  const link = screen.getByRole('link', { name: 'View Gmail' })
  expect(link).toHaveAttribute('href', email.webLink)
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
})

it.each([
  ['Gmail', ''],
  ['Fastmail', 'Opens this mail at Fastmail.'],
  [null, ''],
])('names %s beside a label that names Gmail', (provider, description) => {
  showEmail(email, { provider })

  expect(screen.getByRole('link', { name: 'View Gmail' })).toHaveAccessibleDescription(description)
})

it.each(['', 'javascript:alert(1)', 'file:///etc/passwd'])(
  'offers no way to the provider for the address %j',
  (webLink) => {
    showEmail({ ...email, webLink })

    expect(screen.queryByRole('link', { name: 'View Gmail' })).toBeNull()
  },
)

it('opens and closes the reply, which is a text to change', async () => {
  const { user } = showEmail(email)
  const button = screen.getByRole('button', { name: 'Draft Response' })
  expect(button).toHaveAttribute('aria-expanded', 'false')

  await user.click(button)
  const box = screen.getByRole('textbox', { name: 'Reply' })
  expect(box).toHaveValue('Thank you, Tuesday at 10:00 suits me well.')
  expect(button).toHaveAttribute('aria-expanded', 'true')

  await user.click(button)
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('takes the reply as it was changed into the compose window', async () => {
  const { user } = showEmail(email)
  await user.click(screen.getByRole('button', { name: 'Draft Response' }))
  await user.clear(screen.getByRole('textbox'))
  await user.type(screen.getByRole('textbox'), 'Wednesday is better.')

  const link = screen.getByRole('link', { name: 'Use Draft' })
  const { searchParams } = new URL(link.getAttribute('href') ?? '')
  expect(searchParams.get('to')).toBe('dana@northwind.example')
  expect(searchParams.get('su')).toBe('Re: Interview confirmation')
  expect(searchParams.get('body')).toBe('Wednesday is better.')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
})

it('opens the mail program in this tab, since it opens elsewhere', () => {
  showEmail(email, { composeUrl: 'mailto:' })

  const link = screen.getByRole('link', { name: 'Use Draft' })
  expect(link).toHaveAttribute('href', expect.stringMatching(/^mailto:dana@northwind\.example\?/))
  expect(link).not.toHaveAttribute('target')
})

it('keeps a changed reply when the card leaves the page and comes back', async () => {
  const first = showEmail(email)
  await first.user.click(screen.getByRole('button', { name: 'Draft Response' }))
  await first.user.type(screen.getByRole('textbox'), ' See you!')
  first.unmount()

  const { user } = showEmail(email)
  await user.click(screen.getByRole('button', { name: 'Draft Response' }))
  expect(screen.getByRole('textbox')).toHaveValue(
    'Thank you, Tuesday at 10:00 suits me well. See you!',
  )
})

it('says that words in brackets are to be filled in, until they are', async () => {
  const draftResponse = 'Thank you. [Write here whether it suits you.]'
  const { user } = showEmail(anAnalyzedEmail({}, { draftResponse }))
  expect(screen.getByText('Fill in the words in [ ]')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Draft Response' }))
  await user.clear(screen.getByRole('textbox'))
  await user.type(screen.getByRole('textbox'), 'It suits me.')

  expect(screen.queryByText('Fill in the words in [ ]')).toBeNull()
})

it('copies the reply', async () => {
  const { user } = showEmail(email)
  await user.click(screen.getByRole('button', { name: 'Draft Response' }))

  await user.click(screen.getByRole('button', { name: 'Copy' }))

  expect(await screen.findByText('Copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('Thank you, Tuesday at 10:00 suits me well.')
})

it('says that the browser refused to copy', async () => {
  const { user } = showEmail(email)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await user.click(screen.getByRole('button', { name: 'Draft Response' }))

  await user.click(screen.getByRole('button', { name: 'Copy' }))

  expect(await screen.findByText('The browser did not allow copying.')).toBeVisible()
})

it('saves the reply to the Drafts folder and says when', async () => {
  const { user, actions, again } = showEmail(email)

  await user.click(screen.getByRole('button', { name: 'Save to Drafts' }))
  expect(actions.saveDraft).toHaveBeenCalledExactlyOnceWith(
    email.id,
    'Thank you, Tuesday at 10:00 suits me well.',
  )

  again({ ...email, draftSavedAt: '2026-11-21T09:00:00.000Z' })
  const time = formatDate('2026-11-21T09:00:00.000Z')
  expect(screen.getByText(`Saved to Drafts · ${time}`)).toBeVisible()
})

it('says that a reply was not saved', async () => {
  const { user, actions } = showEmail(email)
  actions.saveDraft.mockRejectedValue(new Error('x'))

  await user.click(screen.getByRole('button', { name: 'Save to Drafts' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save the draft')
})

it('offers to save only where the mailbox has a Drafts folder', () => {
  showEmail(email, { canSaveDrafts: false })

  expect(screen.queryByRole('button', { name: 'Save to Drafts' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Use Draft' })).toBeVisible()
})

it('offers nothing about a reply where none is due', () => {
  showEmail(anAnalyzedEmail({}, { draftResponse: '' }))

  expect(screen.queryByRole('button', { name: 'Draft Response' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Use Draft' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save to Drafts' })).toBeNull()
  expect(screen.getByRole('link', { name: 'View Gmail' })).toBeVisible()
})
