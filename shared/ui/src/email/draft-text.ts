const prefix = 'shortlist.mail-draft.'

/** The reply to an email as the user has changed it in this tab, or null. */
export function readDraftText(emailId: string): string | null {
  try {
    return sessionStorage.getItem(prefix + emailId)
  } catch {
    return null
  }
}

/** Keeps a changed reply as long as the tab lives; `null` forgets it. */
export function writeDraftText(emailId: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(prefix + emailId)
    else sessionStorage.setItem(prefix + emailId, text)
  } catch {
    // a browser that blocks storage forgets the change when the card leaves the page
  }
}
