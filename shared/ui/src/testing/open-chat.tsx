import type { ClientEvents } from '@shortlist/client/assistant-client'
import { createFakeClient, type FakeClient } from '@shortlist/client/testing/fake-client'
import type { MessageId } from '@shortlist/contracts/chat'
import { act, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { type Mock, vi } from 'vitest'
import { ChatPanel, type ChatPanelProps } from '../chat/chat-panel.tsx'
import { useShownChat } from '../chat/use-shown-chat.ts'
import { renderWithClient } from './render-with-client.tsx'

type HostCall =
  | 'onModeChange'
  | 'onBack'
  | 'onNewChat'
  | 'onFirstMessage'
  | 'onSignedOut'
  | 'onBusyChange'
  | 'notify'

/** What a test may say; a chat without an id is a new one. */
type HostProps = Partial<Omit<ChatPanelProps, 'chatId'>> & { chatId?: string | undefined }

interface OpenChat {
  readonly fake: FakeClient
  /** What the host was told. */
  readonly host: Record<HostCall, Mock>
  readonly user: UserEvent
  /** Gives the panel other props. */
  change(props: HostProps): void
  unmount(): void
}

/** A chat panel on a fake client, with a host that only remembers what it was told. */
export function openChat(props: HostProps = {}, fake: FakeClient = createFakeClient()): OpenChat {
  const host = {
    onModeChange: vi.fn(),
    onBack: vi.fn(),
    onNewChat: vi.fn(),
    onFirstMessage: vi.fn(),
    onSignedOut: vi.fn(),
    onBusyChange: vi.fn(),
    notify: vi.fn(),
  }
  const panel = (more: HostProps) => <Host {...host} {...props} {...more} />
  const { rerender, unmount } = renderWithClient(fake.client, panel({}))
  const change = (more: HostProps) => rerender(panel(more))
  return { fake, host, user: userEvent.setup(), change, unmount }
}

type OwnProps = 'chatId' | 'isNew' | 'mode'

/** A screen of "ada", whose mode is the test's to say. */
function Host({ chatId, mode = 'chat', ...props }: HostProps & Omit<ChatPanelProps, OwnProps>) {
  const shown = useShownChat('ada', chatId)
  return <ChatPanel key={shown.chatId} {...shown} {...props} mode={mode} />
}

/** The box that messages are written in. */
export function messageBox(): HTMLElement {
  return screen.getByLabelText('Message')
}

/** Sends a question and returns what its events must name. */
export async function ask({ user, fake }: OpenChat, text: string) {
  await user.type(messageBox(), `${text}{Enter}`)
  const question = fake.sent.at(-1)
  if (!question) throw new Error('nothing was sent')
  const messageId: MessageId = question.messageId
  return { messageId, chatId: question.chatId }
}

/** Lets the panel hear an event. */
export function tell<Name extends keyof ClientEvents>(
  { emit }: FakeClient,
  name: Name,
  event: ClientEvents[Name],
): void {
  act(() => emit(name, event))
}
