import '@testing-library/jest-dom/vitest'
import { act, cleanup, configure, getConfig } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { keepDoneActionsIn } from '../mail/card/done-actions.ts'
import type * as classNames from '../primitives/class-names.ts'
import { keepUnsentIn } from '../unsent.ts'

vi.mock('../primitives/class-names.ts', async (load) => {
  const { asWholeTailwind } = await import('./as-whole-tailwind.ts')
  return { cn: asWholeTailwind((await load<typeof classNames>()).cn) }
})

/** Of nothing: what React draws in it carries out the effects of all that was drawn before. */
const emptyRoot = createRoot(document.createDocumentFragment())
let draws = 0
const { asyncWrapper } = getConfig()

configure({
  // the end of what never comes, far from what a busy computer takes
  asyncUtilTimeout: 20_000,
  // what is found stands in the page already while its effects may still wait for their turn
  async asyncWrapper(look) {
    const found = await asyncWrapper(look)
    draws += 1
    act(() => emptyRoot.render(draws))
    return found
  },
})

/** What jsdom leaves out and components rely on; nothing is ever observed, measured or scrolled. */
class NothingToObserve {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return []
  }
}

globalThis.ResizeObserver = NothingToObserve
globalThis.IntersectionObserver = NothingToObserve as never
window.matchMedia ??= (media) => Object.assign(new EventTarget(), nothingMatches(media))
Element.prototype.scrollIntoView ??= () => {}
if (!document.scrollingElement) {
  Object.defineProperty(document, 'scrollingElement', { get: () => document.documentElement })
}
Element.prototype.hasPointerCapture ??= () => false
Element.prototype.releasePointerCapture ??= () => {}
globalThis.CSS ??= { supports: () => true } as never
URL.createObjectURL ??= () => 'blob:test'
URL.revokeObjectURL ??= () => {}

function nothingMatches(media: string) {
  return { media, matches: false, onchange: null, addListener() {}, removeListener() {} }
}

/** How long jsdom takes for a frame, in milliseconds, rounded up. */
const FRAME = 17

let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...words) => complaints.push(words))
  vi.spyOn(console, 'warn').mockImplementation((...words) => complaints.push(words))
})

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  // jsdom draws frames by an interval, which has to end by the clock that began it
  if (vi.isFakeTimers()) vi.advanceTimersByTime(2 * FRAME)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  keepDoneActionsIn(() => localStorage)
  keepUnsentIn(() => sessionStorage)
  sessionStorage.clear()
  localStorage.clear()
  // whatever React or the browser complains about is a fault of the component
  expect(complaints).toEqual([])
})
