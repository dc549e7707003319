import type { Category } from '@shortlist/contracts/mail'

/** Where a sign is looked for; `anywhere` is subject and text. All of it is folded (`foldText`). */
export type Place = 'sender' | 'subject' | 'text' | 'anywhere'

/** Words that speak for a category: 1 is a hint, 3 suffices where nothing else speaks, 6 is plain. */
export interface Sign {
  readonly place: Place
  readonly weight: number
  readonly says: RegExp
}

export type Signs = Readonly<Record<Category, readonly Sign[]>>

/** A sign in the address or the name of the sender, as `name <address>`. */
export function sender(weight: number, says: RegExp): Sign {
  return { place: 'sender', weight, says }
}

export function subject(weight: number, says: RegExp): Sign {
  return { place: 'subject', weight, says }
}

export function text(weight: number, says: RegExp): Sign {
  return { place: 'text', weight, says }
}

export function anywhere(weight: number, says: RegExp): Sign {
  return { place: 'anywhere', weight, says }
}
