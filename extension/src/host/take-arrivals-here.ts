import { browser } from 'wxt/browser'
import { type Arrival, takeArrivals } from './handover.ts'

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
