const prefix = 'shortlist.draft.'

/** The text that was typed into a chat and not sent, as long as the tab lives. */
export function readDraft(chat: string): string {
  return sessionStorage.getItem(prefix + chat) ?? ''
}

/** Keeps a draft; an empty one is forgotten. */
export function writeDraft(chat: string, text: string): void {
  if (text) sessionStorage.setItem(prefix + chat, text)
  else sessionStorage.removeItem(prefix + chat)
}
