import { Done } from '@shortlist/contracts/chat'
import { type Change, Changes, ChangeUndone, SetupList, Today } from '@shortlist/contracts/today'
import type { AccountCallParts } from './daemon/read-calls.ts'

/** What the signed-in account looks at in the morning. */
export interface TodayCalls {
  read(): Promise<Today>
  /** All that was done by itself since the last visit; 50 at most. */
  changes(): Promise<readonly Change[]>
  /** Takes back what was done by itself; resolves to whether it still held. */
  undo(change: Pick<Change, 'eventId' | 'at'>): Promise<boolean>
  /** Somebody has seen Today as it was at that time. */
  seen(asOf: string): Promise<void>
  /** What is set up, and what can still be. */
  setup(): Promise<SetupList>
  /** Hides the list of that, or shows it again. */
  hideSetup(isHidden: boolean): Promise<SetupList>
}

/** Today, as a daemon tells it. */
export function daemonToday({ api, calls, userId }: AccountCallParts): TodayCalls {
  const ofAccount = api.today[':userId']
  const param = () => ({ userId: userId() })
  return {
    read: async () => calls.ask(ofAccount.$get({ param: param() }), Today),
    changes: async () =>
      (await calls.ask(ofAccount.changes.$get({ param: param() }), Changes)).changes,
    async undo({ eventId, at }) {
      const about = { param: param(), json: { eventId, at } }
      return (await calls.ask(ofAccount.undo.$post(about), ChangeUndone)).isUndone
    },
    async seen(asOf) {
      await calls.ask(ofAccount.seen.$post({ param: param(), json: { asOf } }), Done)
    },
    setup: async () => calls.ask(ofAccount.setup.$get({ param: param() }), SetupList),
    async hideSetup(isHidden) {
      return calls.ask(ofAccount.setup.$patch({ param: param(), json: { isHidden } }), SetupList)
    },
  }
}
