import { browser } from 'wxt/browser'
import { type Arrival, handOver } from './handover.ts'

/** As `handOver`, for the window that this page belongs to. */
export async function handOverHere(arrival: Arrival): Promise<void> {
  const { id } = await browser.windows.getCurrent()
  if (id !== undefined) await handOver(id, arrival)
}
