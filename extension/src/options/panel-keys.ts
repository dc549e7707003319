/** What keys do while the panel has the focus; any of those on one line does it. */
export const panelKeys: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['n'], does: 'New chat' },
  { keys: ['g then h'], does: 'Chat history' },
  { keys: ['g then c'], does: 'Chat' },
  { keys: ['g then m'], does: 'Mail' },
  { keys: ['/'], does: 'Write a message; in Mail: choose a category' },
  { keys: ['Esc'], does: 'Stop the reply' },
  { keys: ['j'], does: 'Next mail' },
  { keys: ['k'], does: 'Previous mail' },
  { keys: ['o', 'Enter'], does: 'Open the mail; once open: write a reply' },
  { keys: ['v'], does: 'In an open mail: show it in the mailbox' },
  { keys: ['u'], does: 'In an open mail: use the draft' },
  { keys: ['0', '1', '2', '3'], does: 'Priority: all, high, medium, low' },
  { keys: ['s'], does: 'Sync' },
]
