import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useBusy } from '../busy.tsx'
import { ask, messageBox, openChat, tell } from '../testing/open-chat.tsx'

/** Stands for the sync, which a host runs beside the chat. */
function SyncSwitch() {
  const { isMailLoading, setMailLoading } = useBusy()
  return (
    <button type="button" onClick={() => setMailLoading(!isMailLoading)}>
      Sync
    </button>
  )
}

const isRead = ([name]: readonly unknown[]) => name === 'messages'

describe('the bar', () => {
  it('says who answers, and asks the host for the other mode and for the way back', async () => {
    const { user, host, change } = openChat()
    expect(screen.getByRole('heading', { name: 'Code Assistant' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Coding' })).toHaveAttribute('aria-pressed', 'true')

    await user.click(screen.getByRole('button', { name: 'Job Search' }))
    expect(host.onModeChange).toHaveBeenCalledExactlyOnceWith('coach', 'chosen')
    change({ mode: 'coach' })
    expect(screen.getByRole('heading', { name: 'Career Coach' })).toBeVisible()
    expect(messageBox()).toHaveAttribute(
      'placeholder',
      'What can I do to help with your job search?',
    )

    await user.click(screen.getByRole('button', { name: 'Back to Chats' }))
    expect(host.onBack).toHaveBeenCalledOnce()
  })

  it('locks the mode and the way back while a reply runs', async () => {
    const chat = openChat()

    await ask(chat, 'Hi')

    expect(screen.getByRole('button', { name: 'Job Search' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Back to Chats' })).toBeDisabled()
  })

  it('locks the way back, but not the mode, while a sync runs that the user has begun', async () => {
    const { user } = openChat({ barExtra: <SyncSwitch /> })
    const sync = screen.getByRole('button', { name: 'Sync' })

    await user.click(sync)
    expect(screen.getByRole('button', { name: 'Back to Chats' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Job Search' })).toBeEnabled()

    await user.click(sync)
    expect(screen.getByRole('button', { name: 'Back to Chats' })).toBeEnabled()
  })

  it('says what its modes are where only their icons are seen', () => {
    openChat()

    expect(screen.getByRole('button', { name: 'Coding' })).toHaveAttribute('title', 'Coding')
    expect(screen.getByRole('button', { name: 'Job Search' })).toHaveAttribute(
      'title',
      'Job Search',
    )
  })

  it('names the built-in engine', async () => {
    openChat({}, createFakeClient({ engine: { kind: 'built-in', label: 'Built-in guides' } }))

    expect(await screen.findByText('Built-in guides')).toBeVisible()
  })
})

describe('the mode of an old chat', () => {
  const messages = {
    ada_1: [
      { role: 'user', content: 'Hi', mode: 'chat' },
      { role: 'bot', content: 'Hello', mode: 'chat' },
      { role: 'user', content: 'And now my CV', mode: 'coach' },
      { role: 'bot', content: 'Gladly' },
    ],
  } as const

  it('is that of its last message that has one', async () => {
    const { host } = openChat({ chatId: 'ada_1' }, createFakeClient({ messages }))

    await screen.findByText('Gladly')

    expect(host.onModeChange).toHaveBeenCalledExactlyOnceWith('coach', 'stored')
  })

  it('is taken over once, so that a later choice stays', async () => {
    const { host, fake } = openChat({ chatId: 'ada_1' }, createFakeClient({ messages }))
    await screen.findByText('Gladly')

    // an end without a beginning makes the panel read the chat again
    const end = { chatId: 'ada_1', messageId: 'm9', fullResponse: 'x', contextPercent: 9 }
    tell(fake, 'chat-complete', end)
    await waitFor(() => expect(fake.calls.filter(isRead)).toHaveLength(2))

    expect(host.onModeChange).toHaveBeenCalledOnce()
  })
})

describe('an empty chat', () => {
  it('has the placeholder of the code assistant, with its two spaces', () => {
    openChat()

    expect(messageBox()).toHaveAttribute(
      'placeholder',
      "Let's code!  What can I help build for you?",
    )
  })

  it('puts a suggestion into the box without sending it', async () => {
    const engine = { kind: 'built-in', label: 'Built-in guides' } as const
    const { user, fake } = openChat({}, createFakeClient({ engine }))
    await screen.findByText('Built-in guides')

    await user.click(screen.getByRole('button', { name: 'How do I read a stack trace?' }))

    expect(messageBox()).toHaveValue('How do I read a stack trace?')
    expect(messageBox()).toHaveFocus()
    expect(fake.sent).toEqual([])
  })

  it('proposes to a model what needs one, and says what is to be added', async () => {
    const { user } = openChat({}, createFakeClient({ engine: { kind: 'ollama', label: 'qwen3' } }))

    await user.click(await screen.findByRole('button', { name: 'Explain a stack trace: paste it' }))

    expect(messageBox()).toHaveValue('Explain a stack trace:\n')
    expect(screen.queryByRole('button', { name: 'How do I read a stack trace?' })).toBeNull()
  })
})

describe('the draft', () => {
  it('is estimated in tokens', async () => {
    const { user } = openChat()
    expect(screen.getByText('~0 tokens in prompt')).toBeVisible()

    await user.type(messageBox(), 'Hello')

    expect(screen.getByText('~2 tokens in prompt')).toBeVisible()
  })

  it('is kept for each chat by itself', async () => {
    const first = openChat({ chatId: 'ada_1' })
    await first.user.type(messageBox(), 'Later')
    first.unmount()

    const second = openChat({ chatId: 'ada_2' })
    expect(messageBox()).toHaveValue('')
    second.unmount()

    openChat({ chatId: 'ada_1' })
    expect(messageBox()).toHaveValue('Later')
  })
})

it('has room for a control of the host beside the choice of an image', () => {
  openChat({ composerExtra: <button type="button">Use this page</button> })

  const image = screen.getByRole('button', { name: 'Upload image' })
  expect(image.nextElementSibling).toHaveTextContent('Use this page')
})

describe('the slash key', () => {
  it('goes to the box, and is a letter there', async () => {
    const { user } = openChat()

    await user.keyboard('/')
    expect(messageBox()).toHaveFocus()
    await user.keyboard('/')

    expect(messageBox()).toHaveValue('/')
  })

  it('does nothing where something else is shown', async () => {
    const { user } = openChat({ isShown: false })

    await user.keyboard('/')

    expect(messageBox()).not.toHaveFocus()
  })
})

describe('who else can be asked', () => {
  it('is the model that failed, once more with all that the question came with', async () => {
    const image = { id: 'i1', type: 'image/png', width: 2, height: 2 }
    const excerpt = { kind: 'page', title: 'React', url: 'https://react.dev/', text: 'x' } as const
    const otherwise = { by: 'model', name: 'Ollama' } as const
    const asked = {
      role: 'user',
      messageId: 'q',
      content: 'What is this?',
      image,
      excerpt,
    } as const
    const reply = { role: 'bot', messageId: 'q', content: 'From the guides', otherwise } as const
    const fake = createFakeClient({ messages: { ada_1: [asked, reply] } })
    const { user } = openChat({ chatId: 'ada_1' }, fake)

    await user.click(await screen.findByRole('button', { name: 'Ask Ollama again' }))

    await waitFor(() => expect(fake.sent).toHaveLength(1))
    const { question, answerBy, excerpt: about, image: sent } = fake.sent[0] ?? {}
    expect({ question, answerBy, about }).toEqual({
      question: 'What is this?',
      answerBy: 'model',
      about: excerpt,
    })
    expect(sent?.type).toBe('image/png')
    expect(messageBox()).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Ask Ollama again' })).toBeNull()
    expect(screen.getByText('From the guides')).toBeVisible()
  })

  it('are the guides below an error, which goes with its question once they are asked', async () => {
    const chat = openChat()
    const { user, fake } = chat
    const about = await ask(chat, 'Hi')
    const error = 'The model said nothing for 30 seconds, so the reply was ended.'
    tell(fake, 'chat-error', { ...about, error, otherwise: { by: 'guides' } })

    await user.click(screen.getByRole('button', { name: 'Answer from the guides' }))

    await waitFor(() => expect(fake.sent[1]).toMatchObject({ question: 'Hi', answerBy: 'guides' }))
    expect(screen.getAllByText('Hi')).toHaveLength(1)
    expect(screen.queryByText(error)).toBeNull()
  })

  it('is nobody where nothing has failed', async () => {
    const chat = openChat()
    const about = await ask(chat, 'Hi')
    tell(chat.fake, 'chat-error', { ...about, error: 'Streaming error occurred' })

    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Answer from the guides' })).toBeNull()
  })
})
