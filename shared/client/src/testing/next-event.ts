import type { AssistantClient, ClientEvents } from '../assistant-client.ts'

/** The next event of a name. */
export function next<Name extends keyof ClientEvents>(
  client: AssistantClient,
  name: Name,
): Promise<ClientEvents[Name]> {
  const { promise, resolve } = Promise.withResolvers<ClientEvents[Name]>()
  const stop = client.on(name, (event) => {
    stop()
    resolve(event)
  })
  return promise
}
