/** Texts around the views of the panel that the specification does not name. */
export const panelCopy = {
  views: 'View',
  chatView: 'Chat',
  mailView: 'Mail',
  more: 'More',
  openFullApp: 'Open full app',
  options: 'Options',
  shortcuts: 'Shortcuts',
  leaveDemo: 'Leave demo',
  daemonIsThere: 'Shortlist is running now',
  openIt: 'Open it',
  sessionEnded: 'Session ended',
  sessionEndedText: 'Sign in again. What you have written is kept.',
} as const
