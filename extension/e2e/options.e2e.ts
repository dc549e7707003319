import type { Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import {
  EXTENSION_ID,
  type ExtensionBrowser,
  launchWithExtension,
  PANEL_URL,
} from './extension-browser.ts'

const chromium = await needsPeer('chromium')
const pages = `chrome-extension://${EXTENSION_ID}`
let daemon: RunningDaemon
let extension: ExtensionBrowser

beforeAll(async () => {
  if (!chromium) return
  daemon = await startDaemon()
  extension = await launchWithExtension(chromium, daemon.url)
})

async function openOptions(path = '/options.html'): Promise<Page> {
  const page = await extension.browser.newPage()
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }])
  await page.goto(`${pages}${path}`)
  await page.locator(`::-p-text(Shortlist 0.2.0 answers.)`).wait()
  return page
}

function rootOf(page: Page): Promise<Record<string, string | undefined>> {
  return page.evaluate(() => ({ ...document.documentElement.dataset }))
}

test('theme and density reach the open panel at once, and the next one before its first paint', async () => {
  const options = await openOptions()
  const panel = await extension.openPanel(options)
  await panel.waitForSelector('input[type=email]')
  expect((await rootOf(panel)).density).toBe('compact')

  await options.locator('button ::-p-text(Dark)').click()
  await options.locator('button ::-p-text(Comfortable)').click()

  await options.locator('section ::-p-text(Saved)').wait()
  await panel.waitForFunction(() => document.documentElement.dataset.density === 'comfortable')
  expect(await rootOf(panel)).toMatchObject({ theme: 'dark', density: 'comfortable' })

  const next = await extension.browser.newPage()
  await next.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }])
  await next.evaluateOnNewDocument(() => {
    const root = () => document.documentElement
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      root().dataset.atBody = `${root().dataset.theme} ${root().dataset.density}`
    }).observe(document, { childList: true, subtree: true })
  })
  await next.goto(`${pages}/sidepanel.html`)
  expect((await rootOf(next)).atBody).toBe('dark comfortable')
})

test('the toolbar button opens the web app where that was chosen, and the panel again', async () => {
  const options = await openOptions()
  await options.locator('button ::-p-text(Web app)').click()
  await options.locator('section ::-p-text(Saved)').wait()
  const tab = await extension.browser.newPage()
  const known = await extension.browser.extensions()
  const opening = extension.browser.waitForTarget((target) => target.url().startsWith(daemon.url))

  await known.get(EXTENSION_ID)?.triggerAction(tab)

  expect((await opening).type()).toBe('page')
  await options.bringToFront()
  await options.locator('button ::-p-text(Panel)').click()
  await options.waitForSelector('button[aria-pressed=true] ::-p-text(Panel)')
})

test('an address that names the shortcuts leads to them', async () => {
  const options = await openOptions('/options.html#shortcuts')

  expect(await options.evaluate(() => document.activeElement?.textContent)).toBe('Shortcuts')
})

test('loading the panel breaches nothing of its content security policy', async () => {
  const panel = await extension.browser.newPage()
  await panel.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      document.documentElement.setAttribute('data-breach', `${effectiveDirective} ${blockedURI}`),
    )
  })

  await panel.goto(PANEL_URL)

  await panel.waitForSelector('input[type=email]')
  expect(await rootOf(panel)).not.toHaveProperty('breach')
})

test('no page of the extension runs foreign code or talks to anybody but localhost', async () => {
  const options = await openOptions()
  const elsewhere = `http://127.0.0.1:${daemon.port}/api/health`

  await options.evaluate((url) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      document.documentElement.setAttribute(`data-${effectiveDirective}`, blockedURI),
    )
    const append = (tag: string, text: string, attributes: Record<string, string> = {}) => {
      const element = document.createElement(tag)
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
      element.append(text)
      document.body.append(element)
    }
    append('script', '', { src: 'https://example.org/a.js' })
    append('iframe', '', { src: 'https://example.org/' })
    append('button', '', { onclick: 'document.title = "inline"' })
    return fetch(url).catch(() => {})
  }, elsewhere)

  await options.waitForSelector(
    '[data-script-src-elem][data-frame-src][data-script-src-attr][data-connect-src]',
  )
  expect(await rootOf(options)).toMatchObject({
    scriptSrcElem: 'https://example.org/a.js',
    frameSrc: 'https://example.org',
    scriptSrcAttr: 'inline',
    connectSrc: elsewhere,
  })
})
