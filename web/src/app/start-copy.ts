/** What a page says that waits for Shortlist to be started on its computer. */
export const startCopy = {
  title: 'Start Shortlist on this computer',
  text: 'As soon as it runs, this page leads to it.',
  looking: 'It is looked for again every 3 seconds.',
  open: (origin: string) => `Open ${origin}`,
  openHint: 'If it runs and nothing happens here, open it at its own address.',
  tryDemo: 'Try the demo data',
} as const
