/** Texts of the frame around all screens that the specification does not name. */
export const shellCopy = {
  places: 'Places',
  today: 'Today',
  chats: 'Chats',
  mail: 'Mail',
  files: 'Files',
  settings: 'Settings',
  filesTitle: 'My Files',
  filesText: 'Upload a folder of code, or your CV. It stays on this computer.',
  needYou: (count: number) => `${count} ${count === 1 ? 'needs' : 'need'} you`,
  recentChats: 'Recent chats',
  newChat: 'New chat',
  sidebar: 'Sidebar',
  keys: 'Keyboard shortcuts',
  keysText:
    'Single keys do nothing while you write. Appearance, in Settings, switches all of them off.',
  close: 'Close',
  or: 'or',
  undo: 'Undo',
  undoFailed: (text: string) => `This could not be undone: ${text}`,
} as const
