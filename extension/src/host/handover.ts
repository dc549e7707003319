import { Excerpt } from '@shortlist/contracts/chat'
import { browser } from 'wxt/browser'

/**
 * Why no text of a page came: the user must click on the page first, or once more because the first
 * click only gave the permission; the page is one that no extension may read, or has no text; the
 * user said no.
 */
const pageRefusals = ['click-needed', 'click-again', 'protected', 'no-text', 'not-allowed'] as const
export type PageRefusal = (typeof pageRefusals)[number]

/** What somebody asked for on a page, for the panel of that window. */
export type Arrival =
  | { readonly excerpt: Excerpt; readonly refusal?: undefined }
  | { readonly excerpt?: undefined; readonly refusal: PageRefusal }

const keyOf = (windowId: number) => `arrival ${windowId}`

/**
 * Leaves `arrival` for the panel of a window, which takes it at once or when it opens. It replaces
 * what nobody has taken, and ends with the browser.
 */
export async function handOver(windowId: number, arrival: Arrival): Promise<void> {
  const key = keyOf(windowId)
  // not between the two steps of a panel that takes what was there before
  await navigator.locks.request(key, () => browser.storage.session.set({ [key]: arrival }))
}

/**
 * Takes what is there for the panel of a window, then each that comes, until the returned function
 * is called. Each arrival is taken once, whichever page of the window is first.
 */
export function takeArrivals(windowId: number, hear: (arrival: Arrival) => void): () => void {
  const key = keyOf(windowId)
  const hearChange = (changes: Record<string, { newValue?: unknown }>, area: string) => {
    if (area === 'session' && changes[key]?.newValue !== undefined) void take(key, hear)
  }
  browser.storage.onChanged.addListener(hearChange)
  void take(key, hear)
  return () => browser.storage.onChanged.removeListener(hearChange)
}

async function take(key: string, hear: (arrival: Arrival) => void): Promise<void> {
  await navigator.locks.request(key, async () => {
    const { [key]: stored } = await browser.storage.session.get(key)
    if (stored === undefined) return
    await browser.storage.session.remove(key)
    const arrival = readArrival(stored)
    if (arrival) hear(arrival)
  })
}

function readArrival(stored: unknown): Arrival | null {
  const { excerpt, refusal } = Object(stored)
  const known = pageRefusals.find((each) => each === refusal)
  if (known) return { refusal: known }
  const { success, data } = Excerpt.safeParse(excerpt)
  return success ? { excerpt: data } : null
}

/** As `handOver`, for the window that this page belongs to. */
export async function handOverHere(arrival: Arrival): Promise<void> {
  const { id } = await browser.windows.getCurrent()
  if (id !== undefined) await handOver(id, arrival)
}

/** As `takeArrivals`, for the panel of the window that this page belongs to. */
export function takeArrivalsHere(hear: (arrival: Arrival) => void): () => void {
  let isOver = false
  let stop = () => {}
  void browser.windows.getCurrent().then(({ id }) => {
    if (!isOver && id !== undefined) stop = takeArrivals(id, hear)
  })
  return () => {
    isOver = true
    stop()
  }
}
