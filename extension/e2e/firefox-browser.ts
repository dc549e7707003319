import { appendFile, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer, { type Browser, type Page } from 'puppeteer'
import { vi } from 'vitest'
import { endWithTests } from '../../.config/testing/end-with-tests.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'

const GECKO_ID = 'shortlist@localhost'
/** Firefox gives every installation another id; tests fix it. */
const UUID = '6f1c0d4e-5a52-4a8b-9a1f-2b6d7c8e9f01'

export const FIREFOX_ORIGIN = `moz-extension://${UUID}`

const built = fileURLToPath(new URL('../dist/firefox-mv3', import.meta.url))

export interface FirefoxBrowser {
  readonly browser: Browser
  /** The page of the sidebar, in a tab: automation reaches no sidebars. */
  readonly sidebar: Page
}

/** A Firefox with the built extension, which talks to the daemon at `url`. */
export async function launchFirefox(firefox: string, url: string): Promise<FirefoxBrowser> {
  const folder = await freshFolder()
  await cp(built, folder, { recursive: true })
  // automation may not go to pages of extensions, so this one opens its own
  await appendFile(
    join(folder, 'background.js'),
    `;void browser.storage.local.set({ daemonAddress: '${url}' })
      .then(() => browser.tabs.create({ url: browser.runtime.getURL('sidepanel.html') }))`,
  )
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox,
    headless: true,
    extraPrefsFirefox: { 'extensions.webextensions.uuids': JSON.stringify({ [GECKO_ID]: UUID }) },
  })
  endWithTests(() => browser.close())
  await browser.installExtension(folder)

  return { browser, sidebar: await findSidebar(browser) }
}

/** Pages are asked where they are: what is known of their addresses leaves out those of extensions. */
function findSidebar(browser: Browser): Promise<Page> {
  const find = async () => {
    for (const page of await browser.pages()) {
      if (await page.evaluate((origin) => location.origin === origin, FIREFOX_ORIGIN)) return page
    }
    throw new Error('the extension has not opened its page yet')
  }
  return vi.waitFor(find, { timeout: 20_000, interval: 200 })
}
