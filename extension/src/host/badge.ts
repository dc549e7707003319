import { browser } from 'wxt/browser'

/** The accent and the red of the light theme; badges know no theme. */
const colours = { syncing: '#00737e', failed: '#b0171a' } as const

/** Shows how far a sync is on the toolbar button, "7/12" for instance. */
export async function badgeProgress(analyzed: number, total: number): Promise<void> {
  await show(progressText(analyzed, total), colours.syncing)
}

/** Shows that a sync has failed, until the panel is looked at. */
export async function badgeFailure(): Promise<void> {
  await show('!', colours.failed)
}

export async function clearBadge(): Promise<void> {
  await browser.action.setBadgeText({ text: '' })
}

/** So many characters fit a badge; browsers cut off the others, and 18/64 would be read as 18/6. */
const capacity = () => (import.meta.env.FIREFOX ? 3 : 4)

function progressText(analyzed: number, total: number): string {
  if (total === 0) return '...'
  const text = `${analyzed}/${total}`
  return text.length <= capacity() ? text : `${Math.floor((100 * analyzed) / total)}%`
}

async function show(text: string, color: string): Promise<void> {
  await Promise.all([
    browser.action.setBadgeBackgroundColor({ color }),
    browser.action.setBadgeTextColor({ color: '#ffffff' }),
    browser.action.setBadgeText({ text }),
  ])
}
