import { browser } from 'wxt/browser'

/** The names under which browsers know the command that opens the panel. */
const opening = ['_execute_action', '_execute_sidebar_action']

/** The keys that open the panel, as the browser writes them; empty where there are none. */
export async function readShortcut(): Promise<string> {
  const commands = await browser.commands.getAll()
  return commands.find(({ name }) => name && opening.includes(name))?.shortcut ?? ''
}
