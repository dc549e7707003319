import { createServer, type RequestListener } from 'node:http'
import type { Page } from 'puppeteer'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { browser as extensionApi } from 'wxt/browser'
import { endWithTests } from '../../.config/testing/end-with-tests.ts'
import { freePort } from '../../.config/testing/free-port.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { missText, newVisitor, seeText } from '../../.config/testing/visitor.ts'
import { type ExtensionBrowser, launchWithExtension } from './extension-browser.ts'
import { press, signUpInPanel } from './panel-visitor.ts'

declare const chrome: typeof extensionApi

const chromium = await needsPeer('chromium')
let port: number
let extension: ExtensionBrowser
let panel: Page

beforeAll(async () => {
  if (!chromium) return
  port = await freePort()
  extension = await launchWithExtension(chromium, `http://localhost:${port}`)
  panel = await extension.openPanel(await extension.browser.newPage())
})

beforeEach(async () => {
  if (!chromium) return
  // a panel that has met a daemon looks for another one only when it is told to
  await panel.reload()
  await seeText(panel, 'Backend server is not running. Please start the backend server.')
})

/** Another program on the port of the daemon, until the end of the test; gives what ends it earlier. */
async function run(listener: RequestListener): Promise<() => Promise<void>> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return endWithTests(() => {
    server.closeAllConnections()
    return server[Symbol.asyncDispose]()
  })
}

const named = (version: string): RequestListener => {
  return (_request, response) => response.end(JSON.stringify({ name: 'shortlist', version }))
}

test('a panel without a daemon says how one is started', async () => {
  await seeText(panel, 'Backend server is not running. Please start the backend server.')
  await seeText(panel, 'npx -y pnpm@12.4.2 start')
})

test('another program on the port is noticed without a click', async () => {
  await run((_request, response) => response.end('<!doctype html>'))

  await seeText(panel, `Something else answers on port ${port}`)
})

test('a daemon that is too old is named with its version', async () => {
  await run(named('0.1.3'))

  await seeText(panel, 'Update the daemon (needs 0.2, found 0.1)')
})

test('a daemon that is too old covers the conversation until another one is back', async () => {
  const first = await startDaemon({ port })
  await signUpInPanel(panel, newVisitor())
  await panel.locator('textarea').fill('Not sent yet')
  await first.kill()
  await seeText(panel, 'Backend server is not running.')
  const draft = () => panel.$eval('textarea', (field) => [field.value, field.matches('[inert] *')])
  expect(await draft()).toEqual(['Not sent yet', false])

  const end = await run(named('0.1.3'))
  await seeText(panel, 'Update the daemon')
  expect(await draft()).toEqual(['Not sent yet', true])
  await end()

  await startDaemon({ port })
  await press(panel, 'Retry')
  await missText(panel, 'Update the daemon')
})

test('a session that ends in a tab leads to the sign-in, and the draft is there afterwards', async () => {
  const { url } = await startDaemon({ port })
  const visitor = newVisitor()
  await signUpInPanel(panel, visitor)
  await panel.locator('textarea').fill('A draft about tides')
  const tab = await extension.browser.newPage()
  await tab.goto(url)
  await tab.evaluate(() => fetch('/api/users/sessions', { method: 'DELETE' }))

  await panel.waitForSelector('input[type=email]')
  await seeText(panel, 'Session ended')
  await panel.locator('input[type=email]').fill(visitor.email)
  await panel.locator('input[name=password]').fill(visitor.password)
  await press(panel, 'Sign In')

  await panel.waitForSelector('textarea')
  expect(await panel.$eval('textarea', (box) => box.value)).toBe('A draft about tides')
})

test('another port needs the consent of the user, who is asked by a button', async () => {
  const setAddress = async (address: string) => {
    const worker = await extension.worker()
    await worker.evaluate((daemonAddress) => chrome.storage.local.set({ daemonAddress }), address)
  }
  onTestFinished(() => setAddress(`http://localhost:${port}`))
  await setAddress('http://localhost:4567')

  await seeText(panel, 'Allow access to localhost')
})

test('without access to the daemon the panel asks for it', async () => {
  if (!chromium) return
  const daemon = await startDaemon({ port })
  const locked = await launchWithExtension(chromium, daemon.url, (manifest) => {
    manifest.host_permissions.splice(0)
  })

  const lockedPanel = await locked.openPanel(await locked.browser.newPage())

  await seeText(lockedPanel, 'Allow access to localhost')
})
