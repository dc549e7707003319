import { Today } from '@shortlist/contracts/today'
import type { AccountCallParts } from './daemon/read-calls.ts'

/** What the signed-in account looks at in the morning. */
export interface TodayCalls {
  read(): Promise<Today>
}

/** Today, as a daemon tells it. */
export function daemonToday({ api, calls, userId }: AccountCallParts): TodayCalls {
  const ofAccount = api.today[':userId']
  return {
    read: async () => calls.ask(ofAccount.$get({ param: { userId: userId() } }), Today),
  }
}
