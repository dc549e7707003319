/** Hears one kind of event until the returned function is called. */
export type Listen<Events> = <Name extends keyof Events>(
  name: Name,
  hear: (event: Events[Name]) => void,
) => () => void

export interface EventHub<Events> {
  readonly on: Listen<Events>
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void
}

/** Passes events on to whoever listens at that moment, in the order of their coming. */
export function createEventHub<Events>(): EventHub<Events> {
  const listeners = new Map<keyof Events, Set<(event: never) => void>>()

  function of(name: keyof Events): Set<(event: never) => void> {
    const known = listeners.get(name)
    if (known) return known
    const fresh = new Set<(event: never) => void>()
    listeners.set(name, fresh)
    return fresh
  }

  return {
    on(name, hear) {
      // a wrapper of its own, so that the same function can listen twice and leave once
      const entry = (event: Events[typeof name]) => hear(event)
      of(name).add(entry)
      return () => of(name).delete(entry)
    },
    emit(name, event) {
      // only `on` fills the sets, each with what hears this kind of event
      for (const hear of [...of(name)] as ((told: typeof event) => void)[]) hear(event)
    },
  }
}
