import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import type { Health } from '@shortlist/contracts/health'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../testing/render-app.tsx'

type Told = Pick<Health, 'hasAccounts' | 'canSignUp'>

async function openAuth(path = '/auth/sign-in', told: Told = {}) {
  const fake = createFakeClient({ account: null, told })
  const app = renderApp(fake.client, path)
  const email = await screen.findByLabelText('Email')

  async function submit(button: 'Sign In' | 'Sign Up') {
    await app.user.type(email, 'ada@example.com')
    await app.user.type(screen.getByLabelText('Password'), 'correct horse')
    await app.user.click(screen.getByRole('button', { name: button }))
  }
  return { ...app, ...fake, submit }
}

it('signs in, says so and goes home', async () => {
  const { submit, path, calls } = await openAuth()

  await submit('Sign In')

  await screen.findByRole('heading', { name: 'Chat History' })
  expect(path()).toBe('/')
  expect(await screen.findByText('Successfully signed in!')).toBeVisible()
  const credentials = { email: 'ada@example.com', password: 'correct horse' }
  expect(calls).toContainEqual(['signIn', credentials])
})

it('signs up on the other tab', async () => {
  const { user, path, calls } = await openAuth()

  await user.click(screen.getByRole('tab', { name: 'Sign-up' }))
  expect(path()).toBe('/auth/sign-up')
  expect(screen.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'new-password')
  await user.type(screen.getByLabelText('Email'), 'bob@example.com')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))

  await screen.findByRole('heading', { name: 'Chat History' })
  const credentials = { email: 'bob@example.com', password: 'correct horse' }
  expect(calls).toContainEqual(['signUp', credentials])
})

it('greets nobody back before there is an account, and says what this is', async () => {
  const { user, path } = await openAuth('/auth/sign-in', { hasAccounts: false, canSignUp: true })

  expect(screen.getByRole('heading', { name: 'No account on this computer yet.' })).toBeVisible()
  expect(screen.queryByText('Welcome back')).toBeNull()
  const purpose = screen.getByRole('region', {
    name: 'Your job search, read and kept in order on this computer.',
  })
  expect(within(purpose).getByText('Nothing is ever sent for you.')).toBeVisible()
  const create = screen.getByRole('button', { name: 'Create your account' })
  expect(create).toHaveFocus()
  await user.keyboard('{Enter}')

  expect(path()).toBe('/auth/sign-up')
  expect(screen.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveFocus()
  expect(screen.getByRole('region', { name: /^Your job search/ })).toBeVisible()
  expect(screen.getByText('At least 8 characters.')).toBeVisible()
})

it.each<Told>([{ hasAccounts: true, canSignUp: true }, {}])(
  'shows the card alone once accounts exist, and where that is not told: %j',
  async (told) => {
    await openAuth('/auth/sign-in', told)

    expect(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(screen.queryByRole('region', { name: /^Your job search/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Create your account' })).toBeNull()
  },
)

it('offers no account where nobody may sign up', async () => {
  await openAuth('/auth/sign-in', { hasAccounts: false, canSignUp: false })

  expect(screen.getByRole('heading', { name: 'No account on this computer yet.' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create your account' })).toBeNull()
})

it('lets sign in where the health cannot be asked', async () => {
  const fake = createFakeClient({ account: null })
  fake.fail('health', new CallFailed(0, 'no route'))
  renderApp(fake.client, '/auth/sign-in')

  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

it('shows a loading view while it submits', async () => {
  const { submit, hold } = await openAuth()
  const release = hold('signIn')

  await submit('Sign In')

  expect(screen.getByText('authentication')).toBeVisible()
  release()
  await screen.findByRole('heading', { name: 'Chat History' })
})

it('says in place and in a toast why it failed, and keeps the email', async () => {
  const { submit, fail } = await openAuth()
  fail('signIn', new CallFailed(401, 'no'))

  await submit('Sign In')

  const form = screen.getByRole('tabpanel')
  const text = 'Sign in failed. Please check your credentials.'
  expect(await within(form).findByRole('alert')).toHaveTextContent(text)
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2))
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com')
  expect(screen.getByLabelText('Password')).toHaveFocus()
})

it('takes the failure away once the sign-in succeeds', async () => {
  const { submit, fail, user } = await openAuth()
  fail('signIn', new CallFailed(401, 'no'))
  await submit('Sign In')
  const text = 'Sign in failed. Please check your credentials.'
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2))

  fail('signIn', undefined)
  await user.click(screen.getByRole('button', { name: 'Sign In' }))

  expect(await screen.findByText('Successfully signed in!')).toBeVisible()
  await waitFor(() => {
    for (const animated of document.querySelectorAll('.toast-exit'))
      fireEvent.animationEnd(animated)
    expect(screen.queryByText(text)).toBeNull()
  })
})

it.each([
  ['passes on what the server says', new CallFailed(409, 'Taken.'), 'Taken.'],
  ['names the network failure', new CallFailed(0, 'no route'), 'Failed to sign up: no route'],
  [
    'names a proxy that found no daemon',
    new CallFailed(502, 'Bad Gateway', { reason: 'proxy' }),
    'Failed to sign up: Backend server is not running. Please start the backend server.',
  ],
])('%s', async (_title, failure, text) => {
  const { submit, fail } = await openAuth('/auth/sign-up')
  fail('signUp', failure)

  await submit('Sign Up')

  const form = screen.getByRole('tabpanel')
  expect(await within(form).findByRole('alert')).toHaveTextContent(text)
})

it('keeps what was typed, the focus and no failure of the other tab when a tab is chosen', async () => {
  const { submit, fail, user } = await openAuth()
  fail('signIn', new CallFailed(409, 'Not this one.'))
  await submit('Sign In')
  await within(screen.getByRole('tabpanel')).findByRole('alert')

  await user.click(screen.getByRole('tab', { name: 'Sign-up' }))

  expect(screen.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com')
  expect(screen.getByLabelText('Password')).toHaveValue('correct horse')
  expect(within(screen.getByRole('tabpanel')).queryByRole('alert')).toBeNull()
  expect(screen.getByRole('tab', { name: 'Sign-up' })).toHaveFocus()
})

it('goes from tab to tab with the arrow keys', async () => {
  const { user, path } = await openAuth()
  await user.click(screen.getByRole('tab', { name: 'Sign-in' }))

  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(path()).toBe('/auth/sign-up'))
  expect(screen.getByRole('tab', { name: 'Sign-up' })).toHaveFocus()

  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(path()).toBe('/auth/sign-in'))
  expect(screen.getByRole('tab', { name: 'Sign-in' })).toHaveFocus()
})

it.each([
  ['/auth/signin', '/auth/signin'],
  ['/auth/sign-in', '/auth/sign-in'],
  ['/auth/signup', '/auth/sign-up'],
  ['/auth/elsewhere', '/auth/sign-in'],
  ['/auth', '/auth/sign-in'],
])('shows %s as %s', async (spelling, canonical) => {
  const { path } = await openAuth(spelling)

  expect(path()).toBe(canonical)
})

it('shows the password on demand', async () => {
  const { user } = await openAuth()
  const field = screen.getByLabelText('Password')
  expect(field).toHaveAttribute('type', 'password')

  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field).toHaveAttribute('type', 'text')

  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field).toHaveAttribute('type', 'password')
})

it('warns of Caps Lock while a password is typed', async () => {
  await openAuth()
  const field = screen.getByLabelText('Password')

  fireEvent.keyDown(field, { key: 'A', modifierCapsLock: true })
  expect(screen.getByText('Caps Lock is on.')).toBeVisible()

  fireEvent.keyUp(field, { key: 'CapsLock', modifierCapsLock: false })
  expect(screen.queryByText('Caps Lock is on.')).toBeNull()
})

it('sends whoever is signed in home', async () => {
  const { path } = renderApp(createFakeClient().client, '/auth/sign-in')

  await screen.findByRole('heading', { name: 'Chat History' })
  expect(path()).toBe('/')
})

it('says why the user could not be asked for, and asks again when the daemon is back', async () => {
  const fake = createFakeClient({ connection: 'offline' })
  fake.fail('me', new CallFailed(0, 'Failed to fetch'))
  renderApp(fake.client, '/')
  expect(await screen.findByText('Failed to get user: Failed to fetch')).toBeVisible()

  fake.fail('me', undefined)
  fake.setConnection('online')

  expect(await screen.findByRole('heading', { name: 'Chat History' })).toBeVisible()
})
