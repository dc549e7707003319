import { webAppPaths } from '@shortlist/ui/web-app-paths'
import { browser } from 'wxt/browser'
import { readDaemonAddress } from './daemon-address.ts'

/** Opens `path` of the web app, which the daemon serves, in a new tab of this window. */
export async function openWebApp(path: `/${string}` = webAppPaths.home): Promise<void> {
  await browser.tabs.create({ url: `${await readDaemonAddress()}${path}` })
}

/** Opens the options of the extension in a tab, at one of their groups where it is named. */
export async function openOptions(group?: 'shortcuts'): Promise<void> {
  if (group === undefined) await browser.runtime.openOptionsPage()
  else await browser.tabs.create({ url: new URL(`/options.html#${group}`, location.origin).href })
}
