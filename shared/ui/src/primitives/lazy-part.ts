import { type ComponentType, lazy } from 'react'

/** How long a part of the program may take to load, in milliseconds (specification, section 9). */
const LOAD_TIMEOUT = 120_000

/** A part of the program could not be loaded; only loading the page again helps. */
export class PartNotLoaded extends Error {
  override readonly name = 'PartNotLoaded'
}

/** A component that is loaded when it is first shown; throws `PartNotLoaded` where that fails. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await inTime(load) }))
}

/** What is loaded when it is first needed; rejects with `PartNotLoaded` where that fails or takes two minutes. */
export async function inTime<Part>(load: () => Promise<Part>): Promise<Part> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('Loading took too long')), LOAD_TIMEOUT)
  try {
    return await Promise.race([load(), timeout])
  } catch (cause) {
    throw new PartNotLoaded('A part of the program could not be loaded', { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** A component that is loaded when it is first shown; `Fallback` stands in where that fails or takes two minutes. */
export function lazyOr<Props>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props>,
) {
  return lazy(async () => ({ default: await inTime(load).catch(() => Fallback) }))
}
