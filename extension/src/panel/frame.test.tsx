import '../testing/with-fake-browser.ts'
import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { openedTabs, openPanel } from './testing/open-panel.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() => Promise.all([import('./menu.tsx'), import('./mail/mail-screen.tsx')]))
beforeEach(() => fakeBrowser.reset())

const field = () => screen.findByRole('textbox', { name: 'Message' })
const more = () => screen.findByRole('button', { name: 'More' })
const noSession = new CallFailed(401, 'AUTHENTICATION_REQUIRED')

describe('the views', () => {
  it('name themselves in the title and in a heading', async () => {
    const { user } = openPanel(createFakeClient())
    await field()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      'My Code & Job Search Assistant',
    )
    expect(document.title).toBe('My Code & Job Search Assistant')

    await user.click(screen.getByRole('tab', { name: 'Mail' }))

    expect(document.title).toBe('Gmail and Google Calendar Assistant')
    expect(await screen.findByText('Gmail Connected')).toBeInTheDocument()
  })

  it('stay as they are behind each other, also while a reply is on its way', async () => {
    const { user } = openPanel(createFakeClient())
    const box = await field()
    await user.type(box, 'Hello{Enter}')
    await user.type(box, 'and then')
    expect(await more()).toBeDisabled()

    screen.getByRole('tab', { name: 'Chat' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Mail' })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{ArrowLeft}')

    expect(box).toBeInTheDocument()
    expect(box).toHaveValue('and then')
    expect(screen.getByText('Hello')).toBeInTheDocument()
  })

  it('open where the panel was closed', async () => {
    const fake = createFakeClient()
    const first = openPanel(fake)
    await first.user.click(await screen.findByRole('tab', { name: 'Mail' }))
    first.close()

    openPanel(fake)

    const mail = await screen.findByRole('tab', { name: 'Mail' })
    expect(mail).toHaveAttribute('aria-selected', 'true')
  })

  it('crash alone, and a crashed one is left for a new chat', async () => {
    const fake = createFakeClient()
    const { user, crashes } = openPanel(fake)
    await field()
    const chat = { id: 'ada_1', chatId: 'ada_1', title: 'Hi', messageCount: 1, preview: '' }
    fake.client.chats.list = async () => [{ ...chat, firstMessage: '', lastMessage: 'no time' }]
    await user.click(screen.getByRole('button', { name: 'Back to Chats' }))
    expect(await screen.findByText('Something went wrong')).toBeVisible()
    expect(crashes).toHaveLength(1)

    await user.click(screen.getByRole('tab', { name: 'Mail' }))
    expect(await screen.findByText('Gmail Connected')).toBeInTheDocument()
    await user.click(await more())
    await user.click(await screen.findByRole('button', { name: 'New Chat' }))

    expect(await field()).toBeVisible()
    expect(screen.queryByText('Something went wrong')).toBeNull()
  })
})

describe('the status', () => {
  it('says whether the daemon is there and whether a reply is on its way', async () => {
    const fake = createFakeClient()
    const { user } = openPanel(fake)
    await user.type(await field(), 'Hello{Enter}')
    const status = within(screen.getByRole('banner')).getByRole('status')
    await waitFor(() => expect(status).toHaveTextContent('Daemon online, Generating...'))

    act(() => fake.setConnection('offline'))

    expect(status).toHaveTextContent('Daemon offline')
    const text = 'Backend server is not running. Please start the backend server.'
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByText('Hello')).toBeInTheDocument()
  })
})

describe('the menu', () => {
  it('gives the focus back when Escape closes it', async () => {
    const { user } = openPanel(createFakeClient())
    await user.click(await more())
    expect(await screen.findByRole('dialog', { name: 'More' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Open full app' })).toHaveFocus()

    await user.keyboard('{Escape}')

    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(async () => expect(await more()).toHaveFocus())
  })

  it.each([
    ['Open full app', 'http://localhost:4000/chat'],
    ['Source', 'http://localhost:4000/source.html'],
    ['Shortcuts', new URL('/options.html#shortcuts', location.origin).href],
  ])('%s opens %s', async (name, address) => {
    const { user } = openPanel(createFakeClient())
    await user.click(await more())

    await user.click(await screen.findByRole('button', { name }))

    await waitFor(async () => expect(await openedTabs()).toContain(address))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('opens in the web app what is open here', async () => {
    const { user } = openPanel(createFakeClient())
    await user.click(await screen.findByRole('tab', { name: 'Mail' }))
    await user.click(await more())

    await user.click(await screen.findByRole('button', { name: 'Open full app' }))

    await waitFor(async () =>
      expect(await openedTabs()).toContain('http://localhost:4000/gmail-mcp'),
    )
  })

  it('begins a chat from wherever the user is', async () => {
    const { user } = openPanel(createFakeClient())
    await user.click(await screen.findByRole('tab', { name: 'Mail' }))
    await user.click(await more())

    await user.click(await screen.findByRole('button', { name: 'New Chat' }))

    expect(screen.getByRole('tab', { name: 'Chat' })).toHaveAttribute('aria-selected', 'true')
    await waitFor(async () => expect(await field()).toHaveFocus())
  })

  it('signs out, and forgets what was open', async () => {
    const fake = createFakeClient({ messages: { ada_1: [{ role: 'user', content: 'Hi' }] } })
    localStorage.setItem(
      'shortlist.panel',
      JSON.stringify({ userId: 'ada', view: 'chat', chatId: 'ada_1' }),
    )
    const { user } = openPanel(fake)
    expect(await screen.findByText('Hi')).toBeVisible()
    await user.click(await more())

    await user.click(await screen.findByRole('button', { name: 'Logout' }))

    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(screen.queryByText('Session ended')).toBeNull()
    expect(localStorage.getItem('shortlist.panel')).toBeNull()
  })
})

describe('the session', () => {
  it('that ends leads to the sign-in and back to the draft', async () => {
    const fake = createFakeClient()
    const { user } = openPanel(fake)
    fake.fail('send', noSession)

    await user.type(await field(), 'An important question{Enter}')

    expect(await screen.findByText('Session ended')).toBeVisible()
    expect(screen.queryByRole('tab', { name: 'Mail' })).toBeNull()
    await user.type(screen.getByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    await waitFor(async () => expect(await field()).toHaveValue('An important question'))
  })

  it('that ends leaves nothing to somebody else who signs in', async () => {
    const fake = createFakeClient()
    const { user } = openPanel(fake)
    await user.type(await field(), 'Half a thought of Ada')
    await fake.client.accounts.signOut()
    act(() => void window.dispatchEvent(new Event('focus')))

    await user.type(await screen.findByLabelText('Email'), 'bob@example.com')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Sign In' }))

    expect(await field()).toHaveValue('')
  })

  it('that ends in a tab ends here when the user turns to the panel', async () => {
    const fake = createFakeClient()
    openPanel(fake)
    await field()
    await fake.client.accounts.signOut()

    act(() => void window.dispatchEvent(new Event('focus')))

    expect(await screen.findByText('Session ended')).toBeVisible()
  })

  it('that ends elsewhere while the panel is only looked at ends here', async () => {
    const fake = createFakeClient({ messages: { ada_1: [{ role: 'user', content: 'Hi' }] } })
    openPanel(fake)
    await field()
    await fake.client.accounts.signOut()

    act(() => fake.emit('reconnected', {}))

    expect(await screen.findByText('Session ended')).toBeVisible()
  })

  it('that begins in a tab begins here when the user turns to the panel', async () => {
    const fake = createFakeClient({ account: null })
    openPanel(fake)
    await screen.findByLabelText('Email')
    await fake.client.accounts.signIn({ email: 'ada@example.com', password: 'correct horse' })

    act(() => void window.dispatchEvent(new Event('focus')))

    expect(await field()).toBeInTheDocument()
  })

  it('stays when nobody can be asked', async () => {
    const fake = createFakeClient()
    openPanel(fake)
    const box = await field()
    fake.fail('me', new CallFailed(0, 'Failed to fetch'))

    act(() => void window.dispatchEvent(new Event('focus')))
    await waitFor(() => expect(fake.calls.filter(([name]) => name === 'me')).toHaveLength(2))

    expect(box).toBeInTheDocument()
  })
})
