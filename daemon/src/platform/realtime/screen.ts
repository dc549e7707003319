import type { ServerEvent, ServerEventName } from '@shortlist/contracts/events'
import type { Dialect } from './pace-frames.ts'

/** One joined socket. */
export interface Screen {
  readonly id: string
  /** It reads more slowly than it is sent to: whatever can be left out should be. */
  readonly isBehind: boolean
  send<Name extends ServerEventName>(name: Name, payload: ServerEvent<Name>): void
}

/** The joined screens of one account that speak a dialect. */
export type Screens = (dialect: Dialect) => readonly Screen[]
