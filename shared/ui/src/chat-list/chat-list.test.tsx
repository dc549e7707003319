import { CallFailed } from '@shortlist/client/call-failed'
import { act, screen, waitFor, within } from '@testing-library/react'
import { subDays } from 'date-fns'
import { expect, it } from 'vitest'
import { messages, now, showList } from '../testing/show-chats.tsx'
import { readUnsent } from '../unsent.ts'

it('groups chats by day and labels each with day and count', async () => {
  const long = new Date(2020, 0, 31, 12)
  const { show } = showList({
    c: messages(1, long),
    b: messages(2, subDays(now, 1)),
    a: messages(1),
  })
  show()

  const today = within(await screen.findByRole('region', { name: 'Today' }))
  expect(today.getByText('Today · 1 message')).toBeVisible()
  const yesterday = within(screen.getByRole('region', { name: 'Yesterday' }))
  expect(yesterday.getByText('Yesterday · 2 messages')).toBeVisible()
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(long)
  const earlier = within(screen.getByRole('region', { name: 'Earlier' }))
  expect(earlier.getByText(`${date} · 1 message`)).toBeVisible()
})

it('says that a title is being made, and shows it when it is there', async () => {
  const { show, chats, emit } = showList({ a: messages(2) })
  show()
  expect(await screen.findByRole('link', { name: 'title generating...' })).toBeVisible()

  chats.setTitle('a', 'Debounce')
  act(() => emit('chat-titled', { chatId: 'a', title: 'Debounce' }))

  expect(await screen.findByRole('link', { name: 'Debounce' })).toBeVisible()
})

it('opens a chat by a click and leaves modified clicks to the browser', async () => {
  const { show, user, onOpen } = showList({ a: messages(2) }, { a: 'Debounce' })
  show()
  const link = await screen.findByRole('link', { name: 'Debounce' })
  expect(link).toHaveAttribute('href', '/chat/a')

  await user.click(link)
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('a')

  link.addEventListener('click', (event) => event.preventDefault())
  await user.keyboard('{Control>}')
  await user.click(link)
  expect(onOpen).toHaveBeenCalledOnce()
})

it('asks before it deletes, and Cancel keeps the chat', async () => {
  const { show, user, calls } = showList({ a: messages(2) }, { a: 'Debounce' })
  show()

  await user.click(await screen.findByRole('button', { name: 'Delete chat Debounce' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Chat' }))
  const text = 'Are you sure you want to delete this chat? This action cannot be undone.'
  expect(dialog.getByText(text)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.keyboard('{Enter}')

  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByRole('link', { name: 'Debounce' })).toBeVisible()
  expect(calls.filter(([name]) => name === 'delete')).toEqual([])
  const opener = screen.getByRole('button', { name: 'Delete chat Debounce' })
  await waitFor(() => expect(opener).toHaveFocus())
})

it('takes a deleted chat off the list before the daemon has answered', async () => {
  const { show, user, hold, calls } = showList(
    { b: messages(1), a: messages(2) },
    { a: 'Debounce', b: 'Throttle' },
  )
  show()
  const release = hold('delete')

  await user.click(await screen.findByRole('button', { name: 'Delete chat Debounce' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))

  await waitFor(() => expect(screen.queryByRole('link', { name: 'Debounce' })).toBeNull())
  expect(screen.getByRole('link', { name: 'Throttle' })).toBeVisible()
  expect(calls).toContainEqual(['delete', 'a'])
  act(() => release())
})

it('keeps the focus at its place when the row that had it is gone', async () => {
  const { show, user } = showList(
    { b: messages(1), a: messages(2) },
    { a: 'Debounce', b: 'Throttle' },
  )
  show()

  await user.click(await screen.findByRole('button', { name: 'Delete chat Debounce' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Debounce' })).toBeNull())
  await waitFor(() => expect(document.body).not.toHaveFocus())
  await user.tab()

  expect(screen.getByRole('link', { name: 'Throttle' })).toHaveFocus()
})

it('brings a chat back that could not be deleted, and says so', async () => {
  const { show, user, fail } = showList({ a: messages(2) }, { a: 'Debounce' })
  show()
  fail('delete', new CallFailed(500, 'x'))

  await user.click(await screen.findByRole('button', { name: 'Delete chat Debounce' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Failed to delete chat')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Debounce' })).toBeVisible()
})

it('invites to a first chat, and to two questions that can be answered now', async () => {
  const { show, user, onNewChat } = showList({})
  show()
  expect(await screen.findByText('No chats yet. Start a new conversation!')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'New Chat' }))
  await user.click(screen.getByRole('button', { name: 'When is my next interview?' }))

  expect(onNewChat.mock.calls).toEqual([[], ['coach']])
  expect(readUnsent('chat', 'new')).toBe('When is my next interview?')
})

it('shows that it loads', async () => {
  const { show, hold } = showList({ a: messages(1) }, { a: 'Debounce' })
  const release = hold('list')
  show()
  expect(screen.getByRole('status')).toHaveTextContent('Loading chats')

  release()

  expect(await screen.findByRole('link', { name: 'Debounce' })).toBeVisible()
})

it('shows a failure with a way to try again', async () => {
  const { show, user, fail } = showList({ a: messages(1) }, { a: 'Debounce' })
  fail('list', new CallFailed(500, 'x'))
  show()
  expect(await screen.findByText('Error: Failed to fetch chat list')).toBeVisible()

  fail('list', undefined)
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByRole('link', { name: 'Debounce' })).toBeVisible()
})

it('says so when the session is over', async () => {
  const { show, fail } = showList({})
  fail('list', new CallFailed(401, 'AUTHENTICATION_REQUIRED'))
  show()

  expect(await screen.findByText('Error: AUTHENTICATION_REQUIRED')).toBeVisible()
})

it('offers a filter above eight chats', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `chat${index}`)
  const chats = Object.fromEntries(names.map((name) => [name, messages(1)]))
  const titles = Object.fromEntries(names.map((name) => [name, `Title of ${name}`]))
  const { show, user } = showList(chats, titles)
  show()
  const filter = await screen.findByRole('searchbox', { name: 'Filter chats' })

  await user.type(filter, 'CHAT7 title')
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(1))
  expect(screen.getByRole('link', { name: 'Title of chat7' })).toBeVisible()

  await user.clear(filter)
  await user.type(filter, 'nothing like it')
  expect(await screen.findByText('No chats match this filter.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear filter' }))
  expect(screen.getAllByRole('link')).toHaveLength(9)
})

it('shows no filter for eight chats', async () => {
  const names = Array.from({ length: 8 }, (_, index) => [`chat${index}`, messages(1)] as const)
  const { show } = showList(Object.fromEntries(names))
  show()

  expect(await screen.findAllByRole('link')).toHaveLength(8)
  expect(screen.queryByRole('searchbox')).toBeNull()
})
