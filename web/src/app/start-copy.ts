/** What a page says that waits for Shortlist to be started on its computer. */
export const startCopy = {
  title: 'Start Shortlist on this computer',
  text: 'This page becomes the assistant as soon as Shortlist runs.',
  looking: 'It is looked for again every 3 seconds.',
  open: (origin: string) => `Open ${origin}`,
  openHint: 'It runs, and this page does not notice? Then its settings do not name this page.',
  tryDemo: 'Try the demo data',
} as const
