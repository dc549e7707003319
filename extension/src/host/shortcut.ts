import { browser } from 'wxt/browser'

/** What Firefox calls its page for keyboard commands of extensions; older ones have no such call. */
interface ShortcutSettings {
  openShortcutSettings?: () => Promise<void>
}

/**
 * Opens the browser's own page where the keyboard command of the extension is changed. Resolves to
 * false where the browser lets no extension open that page.
 */
export async function openShortcutSettings(): Promise<boolean> {
  if (!import.meta.env.FIREFOX) {
    await browser.tabs.create({ url: 'chrome://extensions/shortcuts' })
    return true
  }
  const commands: typeof browser.commands & ShortcutSettings = browser.commands
  await commands.openShortcutSettings?.()
  return commands.openShortcutSettings !== undefined
}

/** The names under which browsers know the command that opens the panel. */
const opening = ['_execute_action', '_execute_sidebar_action']

/** The keys that open the panel, as the browser writes them; empty where there are none. */
export async function readShortcut(): Promise<string> {
  const commands = await browser.commands.getAll()
  return commands.find(({ name }) => name && opening.includes(name))?.shortcut ?? ''
}
