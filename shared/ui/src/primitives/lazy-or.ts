import { type ComponentType, lazy } from 'react'

/** A component that is loaded when it is first shown; `Fallback` stands in where that fails. */
export function lazyOr<Props>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props>,
) {
  return lazy(async () => ({ default: await load().catch(() => Fallback) }))
}
