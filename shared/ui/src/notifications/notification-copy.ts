/** Texts of notifications and of their settings. */
export const notificationCopy = {
  notifications: 'Notifications',
  kept: 'Kept in this browser. They come while a tab of Shortlist is open.',
  kinds: {
    appointment: ['New appointments', 'When an interview or another appointment was entered.'],
    soon: ['An interview in 15 minutes', 'When one is about to begin.'],
    deadline: ['A deadline tomorrow', 'In the morning of the day before.'],
  },
  hideDetails: 'Hide details',
  hideDetailsHint: 'They say what happens, not with whom: others may see the screen.',
  refused:
    'This browser refuses notifications of Shortlist. Allow them in its settings for this page, then switch them on here.',
  none: 'This browser shows no notifications.',
  entered: 'New in your calendar',
  severalEntered: (count: number) => `${count} new in your calendar`,
  begins: (minutes: number) =>
    `An interview begins in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
  tomorrow: 'Due tomorrow',
} as const
