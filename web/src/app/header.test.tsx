import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../testing/render-app.tsx'

it.each([
  ['/', 'My Code & Job Search Assistant'],
  ['/chat', 'My Code & Job Search Assistant'],
  ['/chat/ada_1', 'My Code & Job Search Assistant'],
  ['/gmail-mcp', 'Gmail and Google Calendar Assistant'],
  ['/nowhere', 'Gmail and Google Calendar Assistant'],
])('shows the title of %s', async (page, title) => {
  renderApp(createFakeClient().client, page)

  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title)
  await screen.findByRole('main')
})

it('names the sign-in screen as everything that is no chat', async () => {
  renderApp(createFakeClient({ account: null }).client, '/auth/sign-in')

  const title = screen.getByRole('heading', { level: 1 })
  expect(title).toHaveTextContent('Gmail and Google Calendar Assistant')
  await screen.findByLabelText('Email')
  await waitFor(() => expect(document.title).toBe('Sign-in - Shortlist'))
})

it('says in the words of the client whether the daemon is there', async () => {
  const { client, setConnection } = createFakeClient()
  renderApp(client)
  expect(await screen.findByText('Daemon online')).toBeInTheDocument()

  setConnection('offline')

  expect(await screen.findByText('Daemon offline')).toBeInTheDocument()
})

it('says what to do where the account is open in too many places, until there is room', async () => {
  const { client, setConnection } = createFakeClient({ connection: 'crowded' })
  renderApp(client)

  const banner = await screen.findByRole('alert')
  expect(banner).toHaveTextContent('Shortlist is open in too many tabs. Close some of them')
  expect(screen.getByText('Too many tabs')).toBeInTheDocument()
  expect(screen.queryByText('Daemon online')).toBeNull()

  setConnection('online')

  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('tells how to start a daemon that is away, until it is back', async () => {
  const { client } = createFakeClient({ connection: 'offline' })
  const { user } = renderApp(client)
  const text = 'Backend server is not running. Please start the backend server.'
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByText('npx -y pnpm@12.4.2 start')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Retry' }))

  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
})

it('shows source and version in the footer', async () => {
  renderApp(createFakeClient().client)

  expect(screen.getByRole('link', { name: 'Source' })).toHaveAttribute('href', '/source.html')
  expect(await screen.findByText('Shortlist 1.0.0')).toBeVisible()
})

it('moves the focus to the page that is opened', async () => {
  const { user } = renderApp(createFakeClient().client)
  const links = await screen.findAllByRole('link', { name: 'New Chat' })

  await user.click(links[0] ?? document.body)

  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})
