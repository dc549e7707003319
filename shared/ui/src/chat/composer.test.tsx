import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ask, messageBox, openChat } from '../testing/open-chat.tsx'

function transfer(file: File): DataTransfer {
  return { files: [file], items: [], types: ['Files'], getData: () => '' } as never
}

it('sends the text with Enter and empties the box', async () => {
  const chat = openChat({ mode: 'coach' })

  await ask(chat, 'How do I follow up?')

  expect(chat.fake.sent).toMatchObject([{ question: 'How do I follow up?', mode: 'coach' }])
  expect(messageBox()).toHaveValue('')
  expect(screen.getByText('How do I follow up?')).toBeVisible()
})

it('names a new chat by its user and the time, and tells the host once it has a message', async () => {
  const chat = openChat()

  const { chatId } = await ask(chat, 'Hi')

  expect(chatId).toMatch(/^ada_\d{13}$/)
  expect(chat.host.onFirstMessage).toHaveBeenCalledExactlyOnceWith(chatId)
})

it('keeps the conversation when the host gives the new chat its address', async () => {
  const chat = openChat()
  const { chatId } = await ask(chat, 'Hi')

  chat.change({ chatId })

  expect(screen.getByText('Hi')).toBeVisible()
  expect(chat.fake.calls.filter(([name]) => name === 'messages')).toEqual([])
})

it('begins an empty chat when the host goes back to a new one', async () => {
  const chat = openChat()
  const { chatId } = await ask(chat, 'Hi')
  chat.change({ chatId })

  chat.change({ chatId: undefined })

  expect(screen.getByText('What are we working on?')).toBeVisible()
})

it('does not send blank text', async () => {
  const chat = openChat()

  await chat.user.type(messageBox(), '   {Enter}')

  expect(chat.fake.sent).toEqual([])
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
})

it('begins a line with Shift+Enter', async () => {
  const chat = openChat()

  await chat.user.type(messageBox(), 'one{Shift>}{Enter}{/Shift}two')

  expect(messageBox()).toHaveValue('one\ntwo')
  expect(chat.fake.sent).toEqual([])
})

it('does not send with the Enter that confirms composed letters', async () => {
  const chat = openChat()
  await chat.user.type(messageBox(), 'にほん')

  fireEvent.keyDown(messageBox(), { key: 'Enter', isComposing: true })
  fireEvent.keyDown(messageBox(), { key: 'Enter', keyCode: 229 })

  expect(chat.fake.sent).toEqual([])
})

it('does not send a second question while a reply runs, but lets it be written', async () => {
  const chat = openChat()
  await ask(chat, 'Hi')

  await chat.user.type(messageBox(), 'And then?{Enter}')

  expect(chat.fake.sent).toHaveLength(1)
  expect(messageBox()).toHaveValue('And then?')
})

it('sends an attached image and lets it go', async () => {
  const chat = openChat()
  const photo = new File(['x'], 'cv.png', { type: 'image/png' })
  await chat.user.upload(screen.getByLabelText('Upload image', { selector: 'input' }), photo)
  expect(screen.getByRole('img', { name: 'cv.png' })).toBeVisible()

  await ask(chat, 'What is this?')

  expect(chat.fake.sent[0]?.image).toBe(photo)
  expect(screen.queryByRole('button', { name: 'Remove image cv.png' })).toBeNull()
  expect(screen.getByRole('img', { name: 'Attached image' })).toBeVisible()
})

it('takes a pasted image and leaves it out again', async () => {
  const chat = openChat()
  await chat.user.click(messageBox())
  await chat.user.paste(transfer(new File(['x'], 'shot.png', { type: 'image/png' })))

  await chat.user.click(screen.getByRole('button', { name: 'Remove image shot.png' }))
  await ask(chat, 'Hi')

  expect(chat.fake.sent[0]).not.toHaveProperty('image')
})

it.each([
  ['dropped', (files: File[]) => fireEvent.drop(messageBox(), { dataTransfer: { files } })],
  ['pasted', (files: File[]) => fireEvent.paste(messageBox(), { clipboardData: { files } })],
  [
    'chosen',
    (files: File[]) =>
      fireEvent.change(screen.getByLabelText('Upload image', { selector: 'input' }), {
        target: { files },
      }),
  ],
])('refuses a %s file that is no image', (_, attach) => {
  const chat = openChat()

  attach([new File(['x'], 'cv.pdf', { type: 'application/pdf' })])

  expect(chat.host.notify).toHaveBeenCalledExactlyOnceWith('error', 'Only images can be attached.')
  expect(screen.queryByRole('button', { name: /^Remove image/ })).toBeNull()
})

describe('a question that cannot fit', () => {
  const context = { contextPercent: 22, contextTokens: 2_000, instructionTokens: 438.25 }
  const tooLong = (tokens: number) =>
    `The message is too long: with the instructions it takes ${tokens} tokens, and 2000 fit.`

  async function openSmall() {
    const chat = openChat({}, createFakeClient({ context }))
    expect(await screen.findByText('22% context used')).toBeVisible()
    return chat
  }

  function write(text: string): void {
    fireEvent.change(messageBox(), { target: { value: text } })
  }

  it('says so while it is written, is not sent and stays', async () => {
    const chat = await openSmall()
    // 438.25 and 1561.75 are exactly what fits
    write(`${'x'.repeat(6_247)} `)
    expect(screen.queryByText(/too long/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled()

    write('x'.repeat(6_248))

    expect(screen.getByText(tooLong(2_001))).toBeVisible()
    expect(messageBox()).toHaveAccessibleDescription(tooLong(2_001))
    expect(messageBox()).toBeInvalid()
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
    await chat.user.type(messageBox(), '{Enter}')
    expect(chat.fake.sent).toEqual([])
    expect(messageBox()).toHaveValue('x'.repeat(6_248))
  })

  it('counts its image and what it is about', async () => {
    const chat = await openSmall()
    write('x'.repeat(4_000))
    expect(screen.queryByText(/too long/)).toBeNull()

    const photo = new File(['x'], 'cv.png', { type: 'image/png' })
    await chat.user.upload(screen.getByLabelText('Upload image', { selector: 'input' }), photo)
    expect(screen.getByText(tooLong(438 + 1_000 + 766))).toBeVisible()
    await chat.user.click(screen.getByRole('button', { name: 'Remove image cv.png' }))
    expect(screen.queryByText(/too long/)).toBeNull()

    const excerpt = { kind: 'page', title: '', url: '', text: 'y'.repeat(4_000) } as const
    chat.change({ attached: [excerpt, () => {}] })
    expect(screen.getByText(/too long/)).toBeVisible()
  })

  it('comes back with "Try again" where the daemon refuses it all the same, and what fits is asked for', async () => {
    const chat = openChat()
    chat.fake.fail('send', new CallFailed(413, 'The message is too long.'))
    await ask(chat, 'A long story')

    await chat.user.click(await screen.findByRole('button', { name: 'Try again' }))

    expect(messageBox()).toHaveValue('A long story')
    const asked = () => chat.fake.calls.filter(([name]) => name === 'contextUse')
    await waitFor(() => expect(asked()).toHaveLength(2))
  })
})
