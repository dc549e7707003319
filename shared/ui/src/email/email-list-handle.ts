/** What can be asked of a list of cards. */
export interface EmailListHandle {
  /** Scrolls to the card of an email and gives it the focus. */
  focus(emailId: string): void
}
