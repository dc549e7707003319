/** Texts of the rail of the home screen. */
export const glanceCopy = {
  title: 'At a glance',
  short: 'Glance',
  nextInterview: 'Next interview',
  noInterview: 'No interview planned',
  inbox: 'Inbox',
  inboxLine: (high: number, lastSync: string | null) =>
    lastSync ? `${high} high priority - last sync ${lastSync}` : `${high} high priority`,
  nothingYet: 'Nothing analysed yet',
  connect: 'Connect your mailbox to see interviews here',
} as const
