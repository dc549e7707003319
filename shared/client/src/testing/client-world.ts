import type { Account } from '@shortlist/contracts/accounts'
import type { MailStatus } from '@shortlist/contracts/mail'
import type { AssistantClient, ClientEvents } from '../assistant-client.ts'
import type { FakeClient } from './fake-client.ts'
import { aMailEvent, aMailStatus, anEmail } from './mail-samples.ts'

/** A client and the world it asks, in which there are emails and one event at least. */
export interface ClientWorld {
  readonly client: AssistantClient
  /** Lets the client act for an account, and says for which. */
  enter(): Promise<Account>
  /** Lets the world do all that was asked of it, to the end, and the client hear of it. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** The world of a daemon, which a test can change. Nobody is signed in at first. */
export interface DaemonWorld extends ClientWorld, Pick<FakeClient, 'mail' | 'calendar'> {
  /** Lets the client hear an event, once it listens. */
  tell<Name extends keyof ClientEvents>(name: Name, event: ClientEvents[Name]): Promise<void>
  /** The daemon does not accept the session any more. */
  endSession(): void
  /** From now on nobody answers. */
  goAway(): Promise<void>
  /** The world answers again. */
  comeBack(): Promise<void>
}

/** A mailbox with two emails and an event. */
export function furnishedMail(): MailStatus {
  const events = [aMailEvent({ state: 'waiting' })]
  const invitation = anEmail({ events, category: 'job_interview' })
  return aMailStatus({ emails: [invitation, anEmail({ id: 'mail-0002', subject: 'News' })] })
}
