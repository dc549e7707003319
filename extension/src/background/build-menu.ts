import { browser } from 'wxt/browser'
import { menuNames } from '../host/menu-names.ts'
import type { Settings } from '../host/settings.ts'

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
