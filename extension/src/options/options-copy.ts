import { menuNames } from '../host/menu-names.ts'
import { NEEDED_VERSION } from '../host/needed-version.ts'

/** Texts of the options page that the specification does not name. */
export const optionsCopy = {
  title: 'Options',
  saved: 'Saved',
  notSaved: 'The browser did not store this setting.',
  connection: {
    title: 'Connection',
    address: 'Address of Shortlist',
    addressHint: 'Always on this computer; only the port may be another one.',
    malformed: 'This is no address of this computer. Type a port, such as 4000.',
    denied: 'The browser does not allow access to this port. The address stays as it was.',
    needsTest: 'Press "Test" to allow access to this port.',
    test: 'Test',
    testing: 'Testing...',
    answers: (version: string) => `Shortlist ${version} answers.`,
    tooOld: (version: string) => `Update the daemon (needs ${NEEDED_VERSION}, found ${version})`,
    foreign: (port: string) => `Something else answers on port ${port}`,
    refuses: 'Shortlist answers, but does not know this extension. The panel says what to do.',
    nobody: 'Nobody answers. Start Shortlist:',
  },
  behaviour: {
    title: 'Behaviour',
    toolbar: 'The toolbar button opens',
    panel: 'Panel',
    webApp: 'Web app',
    menu: 'Entries in the menu of a right click',
    menuHint: `"${menuNames.selection}", "${menuNames.page}" and "${menuNames.assistant}"`,
    notifies: 'Notification when a sync ends',
    notifiesHint: 'Only while the panel is closed.',
    notifiesDenied: 'The browser does not allow notifications for Shortlist.',
  },
  appearance: {
    title: 'Appearance',
    density: 'Density of the panel',
    compact: 'Compact',
    comfortable: 'Comfortable',
  },
  shortcuts: {
    title: 'Shortcuts',
    open: 'Open or close the panel',
    notSet: 'Not set',
    change: 'Change in the browser',
    changeYourself:
      'Open about:addons, then the gear, then "Manage Extension Shortcuts" to change it.',
    keys: 'Keys in the panel',
  },
  privacy: {
    title: 'Privacy',
    text: 'The extension talks to Shortlist on this computer. Only an image in a reply comes from elsewhere, when you load it. Nothing is counted, and no code is loaded from anywhere. What you take from a page stays in the panel until you press Send.',
    data: 'Accounts, chats and mails lie in the data folder of Shortlist on this computer. This command names it:',
    copyCommand: 'Copy command',
    permissions: 'Permissions',
    allowed: 'Allowed',
    notAllowed: 'Not allowed',
    onUse: 'Asked for on use',
    takeBack: 'Take back',
    takeBackOf: (name: string) => `Take back: ${name}`,
    keptByBrowser: 'The browser did not take the permission back.',
  },
  diagnostics: {
    title: 'Diagnostics',
    text: 'For a report of a fault. It holds nothing that you have written and no address of a page.',
    show: 'What the report says',
    copy: 'Copy report',
  },
} as const
