import { webAppPaths } from '@shortlist/ui/web-app-paths'
import { browser } from 'wxt/browser'
import { readDaemonAddress } from './daemon-address.ts'

/** Opens `path` of the web app, which the daemon serves, in a new tab of this window. */
export async function openWebApp(path: `/${string}` = webAppPaths.home): Promise<void> {
  await browser.tabs.create({ url: `${await readDaemonAddress()}${path}` })
}
