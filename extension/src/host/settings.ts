import { browser } from 'wxt/browser'

/**
 * What the service worker must know of the options, and therefore lies in the storage that it
 * reaches. Appearance lies in `localStorage`, beside the settings that the web app has too.
 */
export interface Settings {
  /** What a click on the toolbar button opens. */
  readonly toolbarOpens: 'panel' | 'web-app'
  /** Whether the menu of a right click has the entries of Shortlist. */
  readonly hasMenu: boolean
  /** Whether the end of a sync is told by a notification; the browser must allow it as well. */
  readonly notifies: boolean
}

/** The settings until somebody changes them. */
export const DEFAULT_SETTINGS: Settings = { toolbarOpens: 'panel', hasMenu: true, notifies: false }

const keys = Object.keys(DEFAULT_SETTINGS)

/** The settings as they are stored; what is missing or damaged has its default. */
export async function readSettings(): Promise<Settings> {
  const { toolbarOpens, hasMenu, notifies } = await browser.storage.local.get(keys)
  return {
    toolbarOpens: toolbarOpens === 'web-app' ? toolbarOpens : DEFAULT_SETTINGS.toolbarOpens,
    hasMenu: typeof hasMenu === 'boolean' ? hasMenu : DEFAULT_SETTINGS.hasMenu,
    notifies: typeof notifies === 'boolean' ? notifies : DEFAULT_SETTINGS.notifies,
  }
}

/** Stores the settings that `change` names. Rejects where the browser does not store them. */
export async function writeSettings(change: Partial<Settings>): Promise<void> {
  await browser.storage.local.set(change)
}

/**
 * Hears all settings after each change, whichever page makes it, until the returned function is
 * called.
 */
export function watchSettings(hear: (settings: Settings) => void): () => void {
  const take = (changes: Record<string, unknown>, area: string) => {
    if (area === 'local' && keys.some((key) => key in changes)) void readSettings().then(hear)
  }
  browser.storage.onChanged.addListener(take)
  return () => browser.storage.onChanged.removeListener(take)
}
