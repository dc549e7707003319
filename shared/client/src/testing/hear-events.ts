import type { AssistantClient, ClientEvents } from '../assistant-client.ts'
import type { FakeClock } from './fake-clock.ts'

interface HeardEvent<Name extends keyof ClientEvents> {
  readonly name: Name
  /** Milliseconds since the listening began. */
  readonly after: number
  readonly event: ClientEvents[Name]
}

/** Notes which events come from now on, and when. */
export function hearEvents<Name extends keyof ClientEvents>(
  { on }: AssistantClient,
  clock: FakeClock,
  ...names: readonly Name[]
): readonly HeardEvent<Name>[] {
  const began = clock.now()
  const heard: HeardEvent<Name>[] = []
  for (const name of names) {
    on(name, (event) => heard.push({ name, after: clock.now() - began, event }))
  }
  return heard
}

/** How many milliseconds a call takes until it is answered. */
export async function answeredAfter(clock: FakeClock, call: Promise<unknown>): Promise<number> {
  const asked = clock.now()
  let answered: number | undefined
  void call.then(() => {
    answered = clock.now()
  })
  await clock.runOut()
  if (answered === undefined) throw new Error('the call was never answered')
  return answered - asked
}
