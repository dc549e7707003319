import { webAppPaths } from '@shortlist/ui/web-app-paths'

/** The addresses of the web app (specification, section 2). */
export const paths = {
  ...webAppPaths,
  chats: '/chats',
  files: '/files',
  settings: '/settings/mailbox',
  settingsOf: (section: string) => `/settings/${section}`,
  signIn: '/auth/sign-in',
  signUp: '/auth/sign-up',
  /** The other spelling, where a session that ended leads to. */
  signedOut: '/auth/signin',
} as const

/** Where a mail stands open, among those that need their reader or among all. */
export function mailPath(emailId: string, view: 'needs-you' | 'everything' = 'everything'): string {
  const among = view === 'everything' ? '' : `view=${view}&`
  return `${paths.mail}?${among}mail=${encodeURIComponent(emailId)}`
}

/** Whether an address belongs to the chat side: the list, a new chat or an existing one. */
export function isChatPath(path: string): boolean {
  return path === paths.home || path === paths.chats || isConversationPath(path)
}

/** The chat that an address shows; undefined where it shows none, or a new one. */
export function shownChat(path: string): string | undefined {
  const [, page, chatId] = path.split('/')
  return `/${page}` === paths.newChat && chatId ? decodeURIComponent(chatId) : undefined
}

/** Whether an address shows one conversation. */
export function isConversationPath(path: string): boolean {
  return path === paths.newChat || path.startsWith(`${paths.newChat}/`)
}

/** Whether an address shows a section of the settings. */
export function isSettingsPath(path: string): boolean {
  return path.startsWith('/settings/')
}

/** Whether an address shows sign-in or sign-up. */
export function isAuthPath(path: string): boolean {
  return path.startsWith('/auth/')
}
