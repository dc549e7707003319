import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, CDPSession, KeyInput, Page } from 'puppeteer'
import { beforeAll, describe, expect, test } from 'vitest'
import { brokenRules, looksOf, overflowAt320, showIn } from '../../.config/testing/accessibility.ts'
import { launch } from '../../.config/testing/browser.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { sized } from '../../.config/testing/test-size.ts'
import {
  ask,
  missText,
  newVisitor,
  privateTab,
  replyEnded,
  SOURCE,
  seeText,
  uploadFolder,
} from '../../.config/testing/visitor.ts'

const chromium = await needsPeer('headless-shell')
let daemon: RunningDaemon
let browser: Browser
let page: Page
let chat: string
let folder: string
let chatWithFolder: string

beforeAll(async () => {
  if (!chromium) return
  daemon = await startDaemon()
  browser = await launch(chromium)
  page = await privateTab(browser, daemon.url, newVisitor())
  await page.locator('::-p-text(New Chat)').click()
  await ask(page, 'How do I review code well?')
  await replyEnded(page)
  chat = new URL(page.url()).pathname
  folder = await makeFolder()
  await uploadFolder(page, daemon.url, folder)
  await page.goto(`${daemon.url}/chat`)
  await ask(page, 'Where do walruses sleep?')
  await replyEnded(page)
  await page.waitForSelector(SOURCE)
  chatWithFolder = new URL(page.url()).pathname
})

/** A folder with something of every fate that a file can have. */
async function makeFolder(): Promise<string> {
  const path = await freshFolder()
  const paragraph = 'They come back to the same floe as long as it carries them. '.repeat(20)
  const files = {
    'walruses.md': `# Walruses\n\nWalruses sleep on ice floes.\n${paragraph}\n\nAnd in the water.\n`,
    'broken.pdf': '%PDF-1.7 and nothing more',
    'binary.txt': '\0\0\0\0',
    'picture.png': 'left out before it is sent',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text)
  return path
}

/** Makes calls of the mail half in the name of whoever is signed in. */
async function change(
  tab: Page,
  method: 'POST' | 'DELETE',
  ...calls: readonly string[]
): Promise<void> {
  await tab.goto(daemon.url)
  await tab.evaluate(
    async (verb, paths) => {
      const { id: userId } = await (await fetch('/api/users/me')).json()
      for (const path of paths) {
        await fetch(verb === 'POST' ? `/api/${path}` : `/api/${path}/${userId}`, {
          method: verb,
          headers: { 'content-type': 'application/json' },
          ...(verb === 'POST' && { body: JSON.stringify({ userId }) }),
        })
      }
    },
    method,
    calls,
  )
}

/** Every screen, and what shows that it is there. */
const screens: Record<string, (tab: Page) => Promise<void>> = {
  'sign-in': async (tab) => {
    await tab.goto(`${daemon.url}/auth/sign-in`)
    await tab.waitForSelector('main')
  },
  'the first sign-up of a computer': async (tab) => {
    const own = await startDaemon()
    // by another name of this computer, which has cookies of its own
    await tab.goto(own.webApp.replace('localhost', '127.0.0.1'))
    await seeText(tab, 'Your job search, read and kept in order on this computer.')
  },
  'home, with the set-up list': async (tab) => {
    await tab.goto(daemon.url)
    await seeText(tab, 'Install the side panel')
    await seeText(tab, 'Chat History')
    await tab.waitForSelector('button[aria-label^="Delete chat"]')
  },
  chats: async (tab) => {
    await tab.goto(`${daemon.url}/chats`)
    await tab.waitForSelector('button[aria-label^="Delete chat"]')
  },
  files: async (tab) => {
    await tab.goto(`${daemon.url}/files`)
    await seeText(tab, 'File Upload')
  },
  'sheet of keys': async (tab) => {
    await tab.goto(daemon.url)
    await tab.waitForSelector('button[aria-label^="Delete chat"]')
    await tab.keyboard.type('?')
    await tab.waitForSelector('[role=dialog] dl')
  },
  'delete dialog': async (tab) => {
    await tab.goto(daemon.url)
    await tab.locator('button[aria-label^="Delete chat"]').click()
    await tab.waitForSelector('[role=alertdialog]')
  },
  menu: async (tab) => {
    await tab.goto(daemon.url)
    await tab.locator('button[aria-label="Open menu"]').click()
    await tab.waitForSelector('[role=dialog]')
  },
  'processed folder': async (tab) => {
    await uploadFolder(tab, daemon.url, folder)
    for (const outcome of ['Failed: 1', 'Skipped: 1', 'Unchanged: 1']) {
      await tab.locator(`button ::-p-text(${outcome})`).click()
    }
    await seeText(tab, 'This PDF is damaged')
  },
  'source dialog': async (tab) => {
    await tab.goto(daemon.url + chatWithFolder)
    await tab.locator(SOURCE).click()
    await tab.waitForSelector('[role=dialog] li')
  },
  'empty chat': async (tab) => {
    await tab.goto(`${daemon.url}/chat`)
    await tab.waitForSelector('textarea')
  },
  chat: async (tab) => {
    await tab.goto(daemon.url + chat)
    await seeText(tab, 'How do I review code well?')
    await seeText(tab, 'Sources')
  },
  'mail set-up': async (tab) => {
    await change(tab, 'DELETE', 'gmail/sample', 'calendar/connection')
    await tab.goto(`${daemon.url}/gmail-mcp`)
    await seeText(tab, 'Setup Required')
    await seeText(tab, 'Features')
  },
  'mail cards': async (tab) => {
    await change(tab, 'POST', 'gmail/sample', 'calendar/local', 'gmail/sync')
    await tab.goto(`${daemon.url}/gmail-mcp`)
    await seeText(tab, 'Ready')
    await seeText(tab, 'AI Summary')
    await missText(tab, 'Analyzing emails')
  },
  'not found': async (tab) => {
    await tab.goto(`${daemon.url}/nowhere`)
    await seeText(tab, 'Page not found')
  },
}

const placed = Object.entries(screens).map(([name, reach], at) => ({ name, reach, at }))

describe.each(placed)('$name', ({ reach, at }) => {
  beforeAll(async () => {
    if (!chromium) return
    await page.setViewport({ width: 1200, height: 800 })
    await reach(page)
  })

  test.each(looksOf(at))('breaks no rule of axe in the %s theme at %i px', async (theme, width) => {
    await showIn(page, theme, width)

    expect(await brokenRules(page)).toEqual([])
  })

  test('fits 320 px without scrolling sideways', async () => {
    expect(await overflowAt320(page)).toBe(0)
  })
})

/** A theme and a window in pixels; 320 x 256 is what a zoom of 400 % leaves of 1280 x 1024. */
const mailLooks = [
  ...(['light', 'dark'] as const).flatMap((theme) =>
    [
      [320, 256],
      [390, 844],
      [740, 360],
      [1440, 900],
    ].map(([width = 0, height = 0]) => ({ theme, width, height, isForced: false })),
  ),
  { theme: 'light', width: 1440, height: 900, isForced: true },
  { theme: 'dark', width: 390, height: 844, isForced: true },
] as const

/** Opens the mails at an address and waits until something is there. */
const openMail = (query: string, sign: string) => async (tab: Page) => {
  await tab.goto(`${daemon.url}/gmail-mcp?${query}`)
  await tab.waitForSelector(sign)
}

/** The same, and then some keys, and what they bring. */
const afterKeys = (keys: readonly KeyInput[], sign: string) => async (tab: Page) => {
  await openMail('', '[data-row]')(tab)
  for (const key of keys) await tab.keyboard.press(key)
  await tab.waitForSelector(sign)
}

/** Every state of the mails, and what shows that it is there. */
const mailStates: Record<string, (tab: Page) => Promise<void>> = {
  'what needs its reader': openMail('view=needs-you', '[data-row]'),
  everything: openMail('', '[data-row]'),
  'what is done': openMail('view=done', '[data-row][data-mark=done]'),
  'a search with hits': openMail('q=petrova', '.mail-rows mark'),
  'a search without hits': openMail('q=walrus', '.mail-rows p'),
  selection: afterKeys(['x'], '[role=toolbar][aria-label$=selected]'),
  'snooze menu': afterKeys(['h'], '[role=dialog] button'),
  'open mail': async (tab) => {
    await openMail('', '[data-row]')(tab)
    const id = await tab.$eval('[data-row]', (row) => row.getAttribute('data-row'))
    await openMail(`mail=${id}`, 'article h3')(tab)
  },
  insights: openMail('view=insights', 'aside svg'),
  'keys of the mails': afterKeys(['?'], '[role=dialog] dl'),
  'undo of an act': async (tab) => {
    await afterKeys(['e'], '[role=status] button')(tab)
    // looked at, it stays
    await tab.focus('[role=status] button')
  },
  'what is snoozed': async (tab) => {
    await afterKeys(['h'], '[role=dialog] button')(tab)
    await tab.locator('[role=dialog] button').click()
    await tab.waitForSelector('[data-mark=snoozed]')
    await openMail('view=snoozed', '[data-row][data-mark=snoozed]')(tab)
  },
}

let session: CDPSession

describe.each(Object.entries(mailStates).map(([name, reach], at) => ({ name, reach, at })))(
  'mail: $name',
  ({ name, reach, at }) => {
    beforeAll(async () => {
      if (!chromium) return
      await page.setViewport({ width: 1440, height: 900 })
      if (at === 0) {
        session = await page.createCDPSession()
        await syncSample(page)
      }
      await reach(page)
    })

    // quickly each look has its turn with another state
    test.each(sized([mailLooks[at % mailLooks.length] ?? mailLooks[0]], [...mailLooks]))(
      'breaks no rule of axe: $theme, $width x $height, forced colours: $isForced',
      async (look) => {
        const forced = { name: 'forced-colors', value: look.isForced ? 'active' : 'none' }
        await session.send('Emulation.setEmulatedMedia', { features: [forced] })
        await showIn(page, look.theme, look.width, look.height)

        const broken = await brokenRules(page)
        // it reads the colours of the page, not those that are forced upon it
        const isMeant = (rule: string) => !(look.isForced && rule.startsWith('color-contrast'))
        expect(broken.filter(isMeant)).toEqual([])
      },
    )

    if (name !== 'what is snoozed')
      test('fits 320 px without scrolling sideways', async () => {
        expect(await overflowAt320(page)).toBe(0)
      })
  },
)

/** Reads the sample mails, and is done with the newest. */
async function syncSample(tab: Page): Promise<void> {
  await change(tab, 'POST', 'gmail/sample', 'calendar/local', 'gmail/sync')
  await tab.goto(`${daemon.url}/gmail-mcp`)
  await seeText(tab, 'Ready')
  await tab.waitForSelector('[data-row]')
  await missText(tab, 'Analyzing emails')
  await tab.keyboard.press('e')
  await tab.waitForSelector('[data-mark=done]')
}
