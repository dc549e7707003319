import { createFakeClient, type FakeClient } from '@shortlist/client/testing/fake-client'
import type { CalendarStatus } from '@shortlist/contracts/calendar'
import type { MailStatus } from '@shortlist/contracts/mail'
import { AssistantProvider } from '@shortlist/ui/assistant-provider.tsx'
import { render } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import userEvent from '@testing-library/user-event'
import { MailView } from '../../app.tsx'

interface ShownMail extends FakeClient {
  readonly user: UserEvent
  /** Brings another view in front of it, or it to the front again. */
  show(isShown: boolean): void
}

/** The mail view of somebody who is signed in, as in a panel: without popups of its own. */
export function showMail(
  world: { readonly mail?: MailStatus; readonly calendar?: CalendarStatus } = {},
  isShown = true,
): ShownMail {
  const fake = createFakeClient(world)
  const client = {
    ...fake.client,
    abilities: { ...fake.client.abilities, canOpenPopup: false, canUseAddresses: false },
  }
  const view = (isSeen: boolean) => (
    <AssistantProvider client={client}>
      <MailView isShown={isSeen} />
    </AssistantProvider>
  )
  const { rerender } = render(view(isShown))
  return { ...fake, user: userEvent.setup(), show: (isSeen) => rerender(view(isSeen)) }
}
