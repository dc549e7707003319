import { type Browser, browser } from 'wxt/browser'
import { type Arrival, handOver } from '../host/handover.ts'
import { makeExcerpt } from '../host/make-excerpt.ts'
import { menuNames } from '../host/menu-names.ts'
import { askToReadPages, readPage } from '../host/read-page.ts'
import { readSettings, type Settings, watchSettings } from '../host/settings.ts'
import { openPanel } from './serve-toolbar.ts'

type Click = Browser.contextMenus.OnClickData
type Tab = Browser.tabs.Tab

/** At the top of the worker: the entries of Shortlist in the menu of a right click. */
export function serveMenu(): void {
  browser.contextMenus.onClicked.addListener((click, tab) => {
    // a click outside of the pages, in a side panel for instance
    if (!tab) return
    void serveClick(click, tab)
  })
  browser.runtime.onInstalled.addListener(() => void readSettings().then(buildMenu))
  browser.runtime.onStartup.addListener(() => void readSettings().then(buildMenu))
  watchSettings((settings) => void buildMenu(settings))
}

async function serveClick(click: Click, tab: Tab): Promise<void> {
  const opening = openPanel(tab.windowId)
  if (click.menuItemId === 'selection') await handOverSelection(click, tab)
  else if (click.menuItemId === 'page') await handOverPage(tab)
  await opening
}

async function handOverSelection(click: Click, { windowId, title }: Tab): Promise<void> {
  const { selectionText: text, pageUrl: url } = click
  const excerpt = makeExcerpt({ kind: 'selection', title, url, text })
  if (excerpt) await handOver(windowId, { excerpt })
}

async function handOverPage({ id, windowId }: Tab): Promise<void> {
  const { isAllowed, wasAllowed } = await askToReadPages()
  const arrival: Arrival = isAllowed ? await readPage(id) : { refusal: 'not-allowed' }
  const isTooEarly = arrival.refusal === 'click-needed' && !wasAllowed
  await handOver(windowId, isTooEarly ? { refusal: 'click-again' } : arrival)
}

const onPages = ['page', 'selection', 'link', 'image', 'editable'] as const
const webPages = ['http://*/*', 'https://*/*']

const entries = [
  { id: 'selection', contexts: ['selection'] as const },
  { id: 'page', contexts: onPages, documentUrlPatterns: webPages },
  { id: 'assistant', contexts: onPages },
] as const

/**
 * Puts the entries of Shortlist into the menu of a right click, or takes them out, as the user
 * wants it. Rejects where the browser does not do it.
 */
export async function buildMenu({ hasMenu }: Settings): Promise<void> {
  // one after the other: browsers refuse an entry that is there already
  await navigator.locks.request('menu', async () => {
    await browser.contextMenus.removeAll()
    if (!hasMenu) return
    for (const { id, contexts, ...rest } of entries) {
      browser.contextMenus.create({ id, title: menuNames[id], contexts: [...contexts], ...rest })
    }
  })
}
