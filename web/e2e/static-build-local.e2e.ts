import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'puppeteer'
import { type PreviewServer, preview } from 'vite'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { brokenRules } from '../../.config/testing/accessibility.ts'
import { launch } from '../../.config/testing/browser.ts'
import { freePort } from '../../.config/testing/free-port.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import {
  ask,
  newVisitor,
  replyEnded,
  seeText,
  signUpByForm,
} from '../../.config/testing/visitor.ts'
import { secondLoad } from './second-load.ts'
import { type StaticHost, startStaticHost } from './static-host.ts'
import { type TabWatch, watchTab } from './watch-tab.ts'

const chromium = await needsPeer('headless-shell')
const web = fileURLToPath(new URL('..', import.meta.url))
const question = 'How do I write a follow-up mail after an interview?'

/** Where the browser of these tests is led that asks for the usual port of daemons. */
let usualPort: number
let browser: Browser
let page: Page
let watch: TabWatch

beforeAll(async () => {
  if (!chromium) return
  usualPort = await freePort()
  browser = await launch(chromium, {
    args: [`--host-resolver-rules=MAP localhost:4000 127.0.0.1:${usualPort}`],
  })
})

async function openTab(): Promise<void> {
  const context = await browser.createBrowserContext()
  onTestFinished(() => context.close())
  page = await context.newPage()
  await page.setViewport({ width: 1200, height: 800 })
  watch = await watchTab(page)
}

/** Puts the build into a folder of a host of this computer, and opens a tab for it. */
async function hostBuild(): Promise<StaticHost> {
  const host = await startStaticHost({ folder: `${web}dist-demo` })
  await openTab()
  return host
}

function runDaemon(...origins: string[]): Promise<RunningDaemon> {
  return startDaemon({ env: { ALLOWED_ORIGINS: origins.join(',') } })
}

/** Serves the build on a port and passes what fits on to a daemon, as a proxy in front of it does. */
async function runProxy(port: number, daemon: RunningDaemon, passed: readonly string[]) {
  const target = { target: daemon.url, changeOrigin: true, ws: true }
  const proxy: PreviewServer = await preview({
    configFile: false,
    root: web,
    logLevel: 'silent',
    build: { outDir: 'dist-demo' },
    preview: {
      port,
      strictPort: true,
      host: '127.0.0.1',
      cors: false,
      proxy: Object.fromEntries(passed.map((path) => [path, target])),
    },
  })
  onTestFinished(() => proxy.close())
}

/** Signs up and gets an answer, word by word, that is still there when the page is loaded again. */
async function chatForReal(): Promise<void> {
  await signUpByForm(page, newVisitor())
  await page.locator('::-p-text(New Chat)').click()
  await page.locator('button ::-p-text(Job Search)').click()
  await ask(page, question)
  await page.waitForSelector('[role=log][aria-busy=true]')
  await replyEnded(page)
  expect(await page.$eval('[role=log]', (log) => log.textContent)).toContain('Sources')

  await page.reload()
  await seeText(page, question)
  expect(await page.evaluate(() => document.body.innerText)).toContain('Daemon online')
  expect(watch.violations).toEqual([])
}

const startPage = 'Start Shortlist on this computer'

test('shows how to start where nobody is there, and enters by itself', async () => {
  const host = await hostBuild()
  await page.goto(`${host.url}gmail-mcp`)
  await seeText(page, startPage)
  expect(await page.evaluate(() => document.body.innerText)).toContain('npx -y pnpm@12.4.2 start')

  const daemon = await runDaemon(new URL(host.url).origin)
  await runProxy(usualPort, daemon, ['^/'])

  await page.waitForFunction(() => location.pathname.endsWith('/auth/sign-in'))
  await signUpAndReturn()
  await page.goto(host.url)
  await seeText(page, 'Chat History')
})

/** Signs up where the mail screen was asked for. */
async function signUpAndReturn(): Promise<void> {
  const { email, password } = newVisitor()
  await page.locator('[role=tab] ::-p-text(Sign-up)').click()
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button ::-p-text(Sign Up)').click()
  await page.waitForFunction(() => location.pathname === '/apps/shortlist/gmail-mcp')
}

test('is the real application beside a daemon that knows it', async () => {
  const host = await hostBuild()
  const daemon = await runDaemon(new URL(host.url).origin)
  await runProxy(usualPort, daemon, ['^/'])
  await page.goto(host.url)

  await chatForReal()
})

test('is the real application in front of a daemon', async () => {
  const port = await freePort()
  const daemon = await runDaemon(`http://localhost:${port}`)
  await runProxy(port, daemon, ['/api', '/socket.io'])
  await openTab()
  await page.goto(`http://localhost:${port}/`)

  await chatForReal()

  expect(watch.asked.filter((each) => each.includes(':4000'))).toEqual([])
})

test('turns to a daemon that does not know it, where the same page is', async () => {
  const host = await hostBuild()
  // the proxy stands for a daemon on the usual port, whose own pages have that origin
  const daemon = await runDaemon('http://localhost:4000')
  await runProxy(usualPort, daemon, ['^/'])
  await Promise.all([secondLoad(page), page.goto(`${host.url}gmail-mcp`)])

  await page.waitForFunction(() => location.origin === 'http://localhost:4000')
  await page.waitForFunction(() => location.pathname === '/auth/sign-in')
  await page.goto('http://localhost:4000/')
  await chatForReal()
})

test.each(['light', 'dark'] as const)(
  'offers the demo meanwhile, in the %s theme',
  async (theme) => {
    const host = await hostBuild()
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }])
    await page.setViewport({ width: 320, height: 640 })
    await page.goto(host.url)
    await seeText(page, startPage)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(await brokenRules(page)).toEqual([])

    await page.locator('button ::-p-text(Try the demo data)').click()

    await seeText(page, 'Demo - sample data, nothing is sent')
  },
)
