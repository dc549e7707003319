/** Texts of the mail tab that the specification does not name. */
export const mailPanelCopy = {
  mailbox: 'Gmail',
  calendar: 'Google Calendar',
  finishSetup: 'Finish setup in the web app',
} as const
