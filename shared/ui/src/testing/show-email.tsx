import type { Email } from '@shortlist/contracts/mail'
import { type RenderResult, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { type Mocked, vi } from 'vitest'
import type { CardSetting, EmailActions } from '../mail/card/card-setting.ts'
import { EmailCard } from '../mail/card/email-card.tsx'

/** Actions that only remember how they were called, and that go well. */
export function fakeActions(): Mocked<EmailActions> {
  return {
    correct: vi.fn().mockResolvedValue(undefined),
    retry: vi.fn().mockResolvedValue(undefined),
    saveDraft: vi.fn().mockResolvedValue(undefined),
    addEvent: vi.fn().mockResolvedValue(undefined),
    undoEvent: vi.fn().mockResolvedValue(undefined),
    icsUrl: vi.fn((eventId: string) => `/calendar/${eventId}.ics`),
  }
}

/** A setting of cards with `fakeActions`. */
export function cardSetting(parts: Partial<CardSetting> = {}): CardSetting {
  return {
    composeUrl: 'https://mail.google.com/mail/?view=cm&fs=1',
    canSaveDrafts: true,
    provider: 'Gmail',
    actions: fakeActions(),
    ...parts,
  }
}

interface ShownEmail extends RenderResult {
  readonly user: UserEvent
  readonly actions: Mocked<EmailActions>
  /** Shows another state of the email on the same card. */
  again(email: Email, isAnalyzing?: boolean): void
}

/** Shows the card of an email. */
export function showEmail(email: Email, parts: Partial<CardSetting> = {}): ShownEmail {
  const actions = fakeActions()
  const setting = cardSetting({ actions, ...parts })
  const user = userEvent.setup()
  const card = (shown: Email, isAnalyzing = false) => (
    <EmailCard email={shown} setting={setting} isAnalyzing={isAnalyzing} />
  )
  const rendered = render(card(email))
  const again = (next: Email, isAnalyzing?: boolean) => rendered.rerender(card(next, isAnalyzing))
  return { ...rendered, user, actions, again }
}
