/** The addresses of the web app that every host knows (specification, section 2). */
export const webAppPaths = {
  home: '/',
  newChat: '/chat',
  chat: (chatId: string) => `/chat/${encodeURIComponent(chatId)}` as const,
  mail: '/gmail-mcp',
  /** Where the source is. */
  source: '/source.html',
} as const
