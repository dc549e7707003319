import { browser } from 'wxt/browser'
import { readDaemonAddress } from './daemon-address.ts'

/** The addresses of the web app that the extension leads to. */
export const webAppPaths = {
  home: '/',
  newChat: '/chat',
  chat: (chatId: string) => `/chat/${encodeURIComponent(chatId)}` as const,
  mail: '/gmail-mcp',
  source: '/source.html',
} as const

/** Opens `path` of the web app, which the daemon serves, in a new tab of this window. */
export async function openWebApp(path: `/${string}` = webAppPaths.home): Promise<void> {
  await browser.tabs.create({ url: `${await readDaemonAddress()}${path}` })
}
