import type { AssistantClient, ClientEvents } from '../assistant-client.ts'
import type { FakeCalendar } from './fake-calendar.ts'
import type { FakeMail } from './fake-mail.ts'

/** A client and the world it asks. Nobody is signed in at first. */
export interface ClientWorld {
  readonly client: AssistantClient
  readonly mail: FakeMail
  readonly calendar: FakeCalendar
  /** Lets the client hear an event, once it listens. */
  tell<Name extends keyof ClientEvents>(name: Name, event: ClientEvents[Name]): Promise<void>
  /** From now on nobody answers. */
  goAway(): Promise<void>
  /** The world answers again. */
  comeBack(): Promise<void>
  close(): Promise<void>
}
