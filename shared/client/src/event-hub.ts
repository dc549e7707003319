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
  const target = new EventTarget()
  return {
    on(name, hear) {
      // a function of its own, so that the same one can listen twice and leave once
      const entry = (event: Event) => hear((event as CustomEvent).detail)
      target.addEventListener(String(name), entry)
      return () => target.removeEventListener(String(name), entry)
    },
    emit(name, detail) {
      target.dispatchEvent(new CustomEvent(String(name), { detail }))
    },
  }
}
