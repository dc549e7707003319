import { webAppPaths } from '@shortlist/ui/web-app-paths'
import { browser } from 'wxt/browser'
import { badgeFailure, clearBadge } from '../host/badge.ts'
import { openWebApp } from '../host/open-web-app.ts'
import { hasPermissions } from '../host/permissions.ts'
import { readSettings } from '../host/settings.ts'

/** How a followed sync has ended: `left` by who may see it, or who cancelled it. */
export type SyncEnd = 'done' | 'failed' | 'left'

const ID = 'sync-end'
const sentences = {
  done: 'Your emails are synced and analysed.',
  failed: 'The sync has ended before all emails were analysed. Open the assistant to see why.',
}

/** Tells how a sync has ended that nobody was looking at: on the badge, and as the user wants. */
export async function tellEnd(end: SyncEnd): Promise<void> {
  await (end === 'failed' ? badgeFailure() : clearBadge())
  if (end === 'left') return
  const { notifies } = await readSettings()
  if (!notifies || !(await hasPermissions(['notifications']))) return
  await browser.notifications.create(ID, {
    type: 'basic',
    title: 'Shortlist',
    message: sentences[end],
    iconUrl: '/icon/128.png',
  })
}

/** At the top of the worker: a click on the notification opens the mails. */
export function serveNotification(): void {
  listen()
  // the browser has no notifications before the user allows them
  browser.permissions.onAdded.addListener(listen)
}

function listen(): void {
  if (!browser.notifications || browser.notifications.onClicked.hasListener(open)) return
  browser.notifications.onClicked.addListener(open)
}

function open(id: string): void {
  if (id !== ID) return
  void browser.notifications.clear(id)
  void openWebApp(webAppPaths.mail)
}
