import { browser } from 'wxt/browser'

/** Opens the options of the extension in a tab, at one of their groups where it is named. */
export async function openOptions(group?: 'shortcuts'): Promise<void> {
  if (group === undefined) await browser.runtime.openOptionsPage()
  else await browser.tabs.create({ url: new URL(`/options.html#${group}`, location.origin).href })
}
