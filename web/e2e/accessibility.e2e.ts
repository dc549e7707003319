import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer'
import { beforeAll, describe, expect, test } from 'vitest'
import { brokenRules, looks, overflowAt320, showIn } from '../../.config/testing/accessibility.ts'
import { launch } from '../../.config/testing/browser.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import {
  ask,
  missText,
  newVisitor,
  privateTab,
  replyEnded,
  SOURCE,
  seeText,
  signUp,
  uploadFolder,
} from '../../.config/testing/visitor.ts'

const chromium = await needsPeer('chromium')
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
  page = await privateTab(browser, daemon.url)
  await signUp(page, newVisitor())
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
  home: async (tab) => {
    await tab.goto(daemon.url)
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

describe.each(Object.entries(screens))('%s', (_, reach) => {
  beforeAll(async () => {
    if (!chromium) return
    await page.setViewport({ width: 1200, height: 800 })
    await reach(page)
  })

  test.each(looks)('breaks no rule of axe in the %s theme at %i px', async (theme, width) => {
    await showIn(page, theme, width)

    expect(await brokenRules(page)).toEqual([])
  })

  test('fits 320 px without scrolling sideways', async () => {
    expect(await overflowAt320(page)).toBe(0)
  })
})
