import { fakeBrowser } from 'wxt/testing/fake-browser'

// `wxt/browser` takes what it finds here when it is first imported: import this file before it
Object.assign(globalThis, { chrome: fakeBrowser })

// jsdom has no locks; the one page of a test needs none
if (!('locks' in navigator)) {
  Object.assign(navigator, { locks: { request: (_name: string, run: () => unknown) => run() } })
}
