import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page, WebWorker } from 'puppeteer'
import type { browser as extensionApi } from 'wxt/browser'
import { launch } from '../../.config/testing/browser.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'

/** What code in the service worker finds under this name. */
declare const chrome: typeof extensionApi

/** The id that the key in the manifest fixes. */
export const EXTENSION_ID = 'enhbkiagahpdmjoeeijiiaedgnalhiim'

/** The page of the panel, which a tab can show as well. */
export const PANEL_URL = `chrome-extension://${EXTENSION_ID}/sidepanel.html`

const built = fileURLToPath(new URL('../dist/chrome-mv3', import.meta.url))

interface Manifest {
  readonly permissions: string[]
  readonly host_permissions: string[]
}

export interface ExtensionBrowser {
  readonly browser: Browser
  /** Runs code where the service worker of the extension runs; it is started where it sleeps. */
  worker(): Promise<WebWorker>
  /** What stands on the toolbar button. */
  badge(): Promise<string>
  /** Clicks the toolbar button while `tab` is in front, and gives the side panel that opens. */
  openPanel(tab: Page): Promise<Page>
}

/**
 * A browser with the built extension, which talks to the daemon at `url`. Tests run on free ports,
 * so a copy has this one port in its manifest where the shipped one has 4000.
 */
export async function launchWithExtension(
  chromium: string,
  url: string,
  change: (manifest: Manifest) => void = () => {},
): Promise<ExtensionBrowser> {
  const folder = await freshFolder()
  await cp(built, folder, { recursive: true })
  const file = join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest
  manifest.host_permissions.splice(0, 1, `${url}/*`)
  change(manifest)
  await writeFile(file, JSON.stringify(manifest))
  const browser = await launch(chromium, { enableExtensions: [folder] })

  async function worker(): Promise<WebWorker> {
    const target = await browser.waitForTarget(
      (found) => found.type() === 'service_worker' && found.url().includes(EXTENSION_ID),
    )
    const running = await target.worker()
    if (!running) throw new Error('the service worker of the extension does not run')
    return running
  }

  const started = await worker()
  await started.evaluate((daemonAddress) => chrome.storage.local.set({ daemonAddress }), url)

  return {
    browser,
    worker,
    badge: async () => (await worker()).evaluate(() => chrome.action.getBadgeText({})),
    async openPanel(tab) {
      const extension = (await browser.extensions()).get(EXTENSION_ID)
      if (!extension) throw new Error('the extension was not loaded')
      await tab.bringToFront()
      const opening = browser.waitForTarget((target) => target.url().startsWith(PANEL_URL))
      await extension.triggerAction(tab)
      const panel = await (await opening).asPage()
      // it has no size before it is shown
      await panel.waitForFunction(() => innerWidth > 0)
      return panel
    },
  }
}
