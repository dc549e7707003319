/** What the panel says while it cannot reach a daemon that it can use. */
export const gateCopy = {
  noAccess:
    'Shortlist runs on your own computer, and the browser lets this panel talk to it only if you allow it.',
  allow: 'Allow access to localhost',
  denied: 'The access was not given. Without it the panel cannot reach Shortlist.',
  foreignHint: 'Stop that program, or say at which address Shortlist runs.',
  oldHint: 'Get the current version of Shortlist and start it again.',
  refuses: 'This extension is not known to the daemon',
  refusesHint:
    'Add this line to the file .env in the folder of Shortlist, then start it again. Where the file has such a line, add the address to it after a comma.',
  copyLine: 'Copy line',
  address: 'Address of the daemon',
  malformed: 'Type a port such as 4000, or an address such as http://localhost:4000.',
  addressDenied: 'The browser was not allowed to talk to that address, so nothing was changed.',
  notKept: 'The browser did not store the address.',
  looking: 'It is looked for again every few seconds.',
  tryDemo: 'Try the demo data',
  demoNotLoaded:
    'The demo data could not be loaded. Close this panel, open it again and try once more.',
} as const
