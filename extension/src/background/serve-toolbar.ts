import { browser } from 'wxt/browser'
import { openWebApp } from '../host/open-web-app.ts'
import { readSettings, type Settings, watchSettings } from '../host/settings.ts'

const KEY = 'toolbarOpens'

/** At the top of the worker: a click on the toolbar button opens what the user has chosen. */
export function serveToolbar(): void {
  browser.action.onClicked.addListener(() => {
    if (import.meta.env.FIREFOX && localStorage.getItem(KEY) !== 'web-app') void sidebar().toggle()
    else void openWebApp()
  })
  watchSettings((settings) => void apply(settings))
  void readSettings().then(apply)
}

/**
 * Chrome opens the panel by itself, and then reports no click. In Firefox the choice must be known
 * within the click, so it lies where reading waits for nothing.
 */
async function apply({ toolbarOpens }: Settings): Promise<void> {
  if (import.meta.env.FIREFOX) localStorage.setItem(KEY, toolbarOpens)
  else
    await browser.sidePanel.setPanelBehavior({ openPanelOnActionClick: toolbarOpens === 'panel' })
}

/**
 * Opens the panel beside the pages of a window. Browsers allow it only while a click is handled:
 * call it before anything is awaited.
 */
export function openPanel(windowId: number): Promise<void> {
  return import.meta.env.FIREFOX ? sidebar().open() : browser.sidePanel.open({ windowId })
}

/** What Firefox has instead of a side panel; as `openPanel`. */
function sidebar(): Record<'open' | 'toggle', () => Promise<void>> {
  return Reflect.get(browser, 'sidebarAction')
}
