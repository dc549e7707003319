/** Gives the focus to the card of an email and brings it to sight; false where it is not there. */
export function focusCard(emailId: string): boolean {
  const card = findCard(emailId)
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
  return card !== null
}

/** The card of an email, where it is on the page. */
export function findCard(emailId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-email="${CSS.escape(emailId)}"]`)
}
