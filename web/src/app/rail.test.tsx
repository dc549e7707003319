import { createFakeClient } from '@shortlist/client/testing/fake-client'
import {
  aMailStatus,
  anAnalysis,
  anAnalyzedEmail,
  anEmail,
} from '@shortlist/client/testing/mail-samples'
import { keyTable } from '@shortlist/ui/shell/keys'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { renderApp } from '../testing/render-app.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() =>
  Promise.all([
    import('@shortlist/ui/chat/chat-panel.tsx'),
    import('@shortlist/ui/shell/key-sheet.tsx'),
    import('../features/folder-upload/upload-control.tsx'),
    import('../features/mail/mail-screen.tsx'),
  ]),
)

const messages = {
  ada_1: [{ role: 'user', content: 'An older question' }],
  ada_2: [{ role: 'user', content: 'A newer question' }],
} as const

const rail = () => within(screen.getByRole('navigation', { name: 'Places' }))
const link = (name: string) => rail().getByRole('link', { name })

/** Opens the app in a window with room for a sidebar. */
function openWide(page: string, fake = createFakeClient({ messages })) {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      ...{ media, matches: media.includes('min-width: 1280px'), onchange: null },
      ...{ addListener() {}, removeListener() {} },
    }),
  )
  return { ...renderApp(fake.client, page), ...fake }
}

describe('the places', () => {
  it.each([
    ['Today', '/', 'Chat History', 'My Code & Job Search Assistant'],
    ['Chats', '/chats', 'Chats', 'My Code & Job Search Assistant'],
    ['Mail', '/gmail-mcp', 'Email Sync & Analysis', 'Gmail and Google Calendar Assistant'],
    ['Files', '/files', 'Files', 'My Files'],
    ['Settings', '/settings/mailbox', 'Settings', 'Settings'],
  ])('lead to %s, which is marked', async (name, address, heading, title) => {
    const { user, path } = renderApp(createFakeClient().client, '/nowhere')
    await screen.findByRole('navigation', { name: 'Places' })

    await user.click(link(name))

    expect(path()).toBe(address)
    expect(await screen.findByRole('heading', { level: 2, name: heading })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title)
    expect(link(name)).toHaveAttribute('aria-current', 'page')
    expect(rail().getAllByRole('link', { current: 'page' })).toHaveLength(1)
  })

  it('lead to the mails that need their reader, where there are any', async () => {
    const deadline = { analysis: anAnalysis({ hasDeadline: true }) }
    const emails = [anAnalyzedEmail(deadline), anEmail({ id: 'mail-2' })]
    renderApp(createFakeClient({ mail: aMailStatus({ emails }) }).client)
    await screen.findByText('1 needs you')

    expect(rail().getByRole('link', { name: /^Mail/ })).toHaveAttribute(
      'href',
      '/gmail-mcp?view=needs-you',
    )
  })

  it('are one tab stop between header and page, in which arrows, Home and End move', async () => {
    const { user } = renderApp(createFakeClient({ messages }).client, '/gmail-mcp')
    await screen.findByRole('navigation', { name: 'Places' })
    await user.click(screen.getByRole('heading', { level: 1 }))
    screen.getByRole('button', { name: 'Open menu' }).focus()

    await user.tab()
    expect(link('Mail')).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(link('Files')).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(link('Settings')).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(link('Today')).toHaveFocus()
    await user.keyboard('{ArrowUp}{Home}{End}{ArrowLeft}')
    expect(link('Files')).toHaveFocus()
    await user.keyboard('{Home}')
    await user.tab({ shift: true })
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus()
    await user.tab()
    expect(link('Mail')).toHaveFocus()
    await user.tab()

    expect(screen.getByRole('navigation', { name: 'Places' })).not.toContainElement(
      document.activeElement as HTMLElement,
    )
  })

  it('are not there for a stranger', async () => {
    renderApp(createFakeClient({ account: null }).client, '/')

    await screen.findByRole('heading', { name: 'Welcome back' })

    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('stay free while a reply runs, whose end is told where nobody saw it', async () => {
    const { ada_1 } = messages
    const { client, emit, sent } = createFakeClient({ messages: { ada_1 } })
    const { user, path } = renderApp(client, '/chat/ada_1')
    await user.type(await screen.findByLabelText('Message'), 'Hello{Enter}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open menu' })).toBeDisabled())
    const { messageId = '', chatId = '' } = sent[0] ?? {}
    act(() =>
      emit('chat-started', {
        ...{ messageId, chatId, mode: 'chat', question: 'Hello' },
        startedAt: '2026-11-20T10:00:00Z',
      }),
    )

    await user.click(link('Files'))
    expect(path()).toBe('/files')
    expect(screen.getByText('Generating...')).toBeInTheDocument()
    act(() => emit('chat-complete', { messageId, chatId, fullResponse: 'Hi', contextPercent: 1 }))

    await waitFor(() => expect(document.title).toBe('* Files - Shortlist'))
    expect(screen.queryByText('Generating...')).toBeNull()
    await user.click(link('Chats'))
    await waitFor(() => expect(document.title).toBe('Chats - Shortlist'))
    await user.click(link('Files'))
    await waitFor(() => expect(document.title).toBe('Files - Shortlist'))
  })
})

describe('the sidebar', () => {
  it('has the recent chats, and the one of them that replies says so', async () => {
    const { user, path, emit } = openWide('/')
    const chats = within(await rail().findByRole('list', { name: 'Recent chats' }))
    expect(await chats.findAllByRole('link')).toHaveLength(2)
    const beginning = {
      mode: 'chat',
      question: 'Hello',
      startedAt: '2026-11-20T10:00:00Z',
    } as const

    act(() => emit('chat-started', { messageId: 'm1', chatId: 'ada_2', ...beginning }))
    const [running] = await chats.findAllByRole('link', { name: /Generating/ })
    expect(running).toHaveAttribute('href', '/chat/ada_2')
    act(() => emit('synced', { running: [] }))
    await waitFor(() => expect(chats.queryByRole('link', { name: /Generating/ })).toBeNull())

    await user.click(rail().getByRole('link', { name: 'New chat' }))
    expect(path()).toBe('/chat')
  })

  it('asks for nothing before it is known who is there', async () => {
    const { path, calls } = openWide('/', createFakeClient({ account: null }))

    await screen.findByRole('heading', { name: 'Welcome back' })

    expect(path()).toBe('/auth/sign-in')
    expect(calls.map(([name]) => name)).not.toContain('list')
  })

  it('leads by "Chats" to the chat that was open last, as long as there is one', async () => {
    const { user, path, emit } = openWide('/chat/ada_1')
    await screen.findByText('An older question')
    await user.click(link('Today'))

    await user.keyboard('gc')
    expect(path()).toBe('/chat/ada_1')
    await user.click(link('Today'))
    act(() => emit('chats-removed', { chatId: 'ada_1' }))

    await user.click(link('Chats'))
    expect(path()).toBe('/chat')
  })

  it('is folded to a rail by a key or its button, which is remembered', async () => {
    const { user } = openWide('/')
    await rail().findByRole('list', { name: 'Recent chats' })

    await user.keyboard('[[')
    expect(rail().queryByRole('list', { name: 'Recent chats' })).toBeNull()
    expect(link('Chats')).toHaveAttribute('href', '/chats')
    expect(localStorage.getItem('shortlist.sidebar')).toBe('off')
    await user.click(rail().getByRole('button', { name: 'Sidebar', expanded: false }))

    expect(rail().getByRole('list', { name: 'Recent chats' })).toBeVisible()
  })
})

it('lists all keys of the table', async () => {
  const { user } = renderApp(createFakeClient().client)
  await screen.findByRole('heading', { name: 'Chat History' })

  await user.keyboard('{Shift>}?{/Shift}')

  const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  const words = sheet.getAllByRole('term').map(({ textContent }) => textContent)
  expect(words).toEqual(keyTable.map((row) => row.words))
  expect(sheet.getByText('Ctrl+Z')).toBeVisible()
})
