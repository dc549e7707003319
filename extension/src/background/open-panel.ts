import { browser } from 'wxt/browser'

/** What Firefox has instead of a side panel. */
interface SidebarAction {
  open(): Promise<void>
  toggle(): Promise<void>
}

/**
 * Opens the panel beside the pages of a window. Browsers allow it only while a click is handled:
 * call it before anything is awaited.
 */
export function openPanel(windowId: number): Promise<void> {
  return import.meta.env.FIREFOX ? sidebar().open() : browser.sidePanel.open({ windowId })
}

/** Opens or closes Firefox's sidebar; as `openPanel`. */
export function togglePanel(): Promise<void> {
  return sidebar().toggle()
}

function sidebar(): SidebarAction {
  const { sidebarAction } = browser as unknown as { sidebarAction: SidebarAction }
  return sidebarAction
}
