import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'puppeteer'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { brokenRules } from '../../.config/testing/accessibility.ts'
import { launch } from '../../.config/testing/browser.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { sampled } from '../../.config/testing/test-size.ts'
import { seeText } from '../../.config/testing/visitor.ts'
import { secondLoad } from './second-load.ts'
import { ONLY_DEMO_TEST, type StaticHost, startStaticHost } from './static-host.ts'
import { type TabWatch, watchTab } from './watch-tab.ts'

const chromium = await needsPeer('headless-shell')
const folder = fileURLToPath(new URL('../dist-demo', import.meta.url))
let browser: Browser
let host: StaticHost
let page: Page
let watch: TabWatch

beforeAll(async () => {
  if (!chromium) return
  browser = await launch(chromium, { args: [ONLY_DEMO_TEST] })
})

afterEach(() => page?.close())

/** A tab that is about to visit the build in a folder of a public host. */
async function visit(basePath: string, files = folder): Promise<void> {
  host = await startStaticHost({ folder: files, basePath, hostname: 'demo.test' })
  page = await browser.newPage()
  await page.setViewport({ width: 1200, height: 800 })
  watch = await watchTab(page)
}

/** The address of the tab without its host. */
const path = () => page.evaluate(() => location.pathname)

/** Where the manifest begins the app, and its icons, which browsers load when it is installed. */
async function namedByManifest(): Promise<readonly string[]> {
  const url = await page.$eval('link[rel=manifest]', (link) => link.href)
  const { start_url, icons } = await page.evaluate(async (at) => (await fetch(at)).json(), url)
  const named = [start_url, ...icons.map(({ src }: { src: string }) => src)]
  return named.map((address) => new URL(address, url).href)
}

/** Opens the first chat of the list and resolves to its address. */
async function openChat(): Promise<string> {
  await seeText(page, 'Chat History')
  await page.locator('::-p-xpath(//*[.="Chat History"]/following::li//a)').click()
  await page.waitForSelector('[role=log] p')
  return path()
}

describe.each(sampled(['/my%20apps/s/', '/', '/apps/shortlist/'], 3))(
  'the build in %s of a host',
  (base) => {
    test('holds its addresses, also when they are loaded again', async () => {
      await visit(base)
      await page.goto(host.url)
      const chat = await openChat()
      expect(chat).toMatch(new RegExp(`^${base}chat/demo-user_\\w+$`))

      await page.reload()
      await page.waitForSelector('[role=log] p')
      expect(await path()).toBe(chat)
      for (const address of ['gmail-mcp', 'auth/sign-in', 'chat']) {
        await page.goto(host.url + address)
        await page.waitForSelector('main h1, main h2, textarea')
      }
      await page.locator('button ::-p-text(Back)').click()

      await seeText(page, 'Chat History')
      expect(await path()).toBe(base)
    })

    test('asks for its own files and for nothing else', async () => {
      await visit(base)
      await page.goto(host.url)
      await openChat()
      await page.goto(`${host.url}gmail-mcp`, { waitUntil: 'networkidle0' })

      for (const named of await namedByManifest()) expect(named).toContain(host.url)
      const source = await page.$eval('footer a', (each) => Reflect.get(each, 'href'))
      expect(source).toBe(`${host.url}source.html`)
      await page.goto(source)
      await Promise.all([
        page.waitForNavigation(),
        page.locator('a ::-p-text(Back to Shortlist)').click(),
      ])
      await seeText(page, 'Chat History')
      // the browser's own count: puppeteer's stays above zero after a request that a page left behind
      await page.reload({ waitUntil: 'networkidle0' })

      expect(watch.asked.length).toBeGreaterThan(10)
      expect(watch.asked.filter((each) => !each.startsWith(host.url))).toEqual([])
      // beside the page, browsers ask for icons and the manifest by themselves
      expect(host.requests.filter((each) => !each.path.startsWith(base))).toEqual([])
      expect(host.requests.filter(({ status }) => status !== 200)).toEqual([
        { method: 'GET', path: `${base}gmail-mcp`, status: 404 },
      ])
      expect(watch.workers).toEqual([])
      expect(watch.violations).toEqual([])
    })
  },
)

const nowhere = [
  ['/', 'nothing/here'],
  ['/apps/shortlist/', 'nothing'],
  ['/apps/shortlist/', 'nothing/'],
  ['/apps/shortlist/', 'nothing/at/all/here'],
  ['/apps/shortlist/', 'chat/a/b'],
] as const

test.each(sampled(nowhere, 2))(
  'the build in %s says that there is no page at %s, and leads home',
  async (base, address) => {
    await visit(base)
    await Promise.all([secondLoad(page), page.goto(host.url + address)])
    await seeText(page, 'Page not found')
    expect(await path()).toBe(base + address)

    await page.locator('a ::-p-text(Go to Chat History)').click()

    await seeText(page, 'New Chat')
    expect(await path()).toBe(base)
    const { origin } = new URL(host.url)
    expect(watch.asked.filter((each) => new URL(each).origin !== origin)).toEqual([])
  },
)

test('is at home in a folder that is named like one of its pages', async () => {
  await visit('/chat/')
  await Promise.all([secondLoad(page), page.goto(host.url)])
  const chat = await openChat()

  await page.reload()
  await page.waitForSelector('[role=log] p')
  expect(await path()).toBe(chat)
})

test('has one address for its first page', async () => {
  await visit('/apps/shortlist/')
  await page.goto(`${host.url}index.html`)
  await seeText(page, 'Chat History')
  expect(await path()).toBe('/apps/shortlist/')

  await Promise.all([secondLoad(page), page.goto(host.url.replace(/\/$/, ''))])
  await seeText(page, 'Chat History')
  expect(await path()).toBe('/apps/shortlist/')
})

test('is kept from asking anybody but its host, whatever a page of it wants', async () => {
  await visit('/apps/shortlist/')
  await page.goto(host.url)
  await seeText(page, 'Chat History')

  const outcome = await page.evaluate(async (port) => {
    const ask = (url: string) =>
      fetch(url).then(
        () => 'asked',
        () => 'refused',
      )
    new Image().src = 'http://pictures.test/pixel.png'
    return [
      await ask('http://localhost:4000/api/health'),
      await ask(`http://127.0.0.1:${port}/`),
      await ask('/theme.js'),
    ]
  }, host.port)

  expect(outcome).toEqual(['refused', 'refused', 'asked'])
  expect(watch.violations).toContain('connect-src http://localhost:4000/api/health')
  expect(watch.violations).toContain(`connect-src http://127.0.0.1:${host.port}/`)
  expect(watch.violations).toContain('img-src http://pictures.test/pixel.png')
})

test('takes an element with the name of the local mark for no mark', async () => {
  const forged = await freshFolder()
  await cp(folder, forged, { recursive: true })
  const first = join(forged, 'index.html')
  const mark = '<a id="shortlistIsLocal" href="#x"></a>'
  await writeFile(first, (await readFile(first, 'utf8')).replace('<div id="root">', `${mark}$&`))
  await visit('/apps/shortlist/', forged)

  await page.goto(host.url)

  await seeText(page, 'Demo - sample data, nothing is sent')
  expect(await page.evaluate(() => String(Reflect.get(window, 'shortlistIsLocal')))).toMatch(/#x$/)
  expect(watch.asked.filter((each) => /\/api\/|:4000/.test(each))).toEqual([])
})

/** Breaks off requests of the tab. */
async function breakOff(isBroken: (method: string, url: string) => boolean): Promise<void> {
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    void (isBroken(request.method(), request.url()) ? request.abort() : request.continue())
  })
}

test('says so where the code of the demo does not come', async () => {
  await visit('/apps/shortlist/')
  await breakOff((_, url) => /\/(?:demo-client|toast-area)-/.test(url))

  await page.goto(host.url)

  await seeText(page, 'Something went wrong')
})

test('does not search on and on for a program that does not load', async () => {
  await visit('/apps/shortlist/')
  await breakOff((method, url) => method === 'GET' && /\/assets\/index-.*\.js$/.test(url))

  await Promise.all([secondLoad(page), page.goto(`${host.url}nothing/here`)])

  await seeText(page, 'The files of this page could not be loaded.')
  const pages = host.requests.filter((each) => each.path.endsWith('/nothing/here'))
  expect(pages).toHaveLength(2)
})

describe.each(['run-locally.html', 'demo-consent.html', 'demo-elsewhere.html#draft'])(
  'the page %s',
  (address) => {
    test.each(['light', 'dark'] as const)('is accessible in the %s theme', async (theme) => {
      await visit('/apps/shortlist/')
      await page.setViewport({ width: 320, height: 640 })
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }])
      await page.goto(host.url + address)
      await page.waitForSelector('h1')

      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      expect(await brokenRules(page)).toEqual([])
      expect(watch.violations).toEqual([])
    })
  },
)
