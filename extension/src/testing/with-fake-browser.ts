import { fakeBrowser } from 'wxt/testing/fake-browser'

// `wxt/browser` takes what it finds here when it is first imported: import this file before it
Object.assign(globalThis, { chrome: fakeBrowser })
