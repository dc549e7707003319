import { createServer, type Server } from 'node:http'
import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { browser as extensionApi } from 'wxt/browser'
import { freePort } from '../../.config/testing/free-port.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { newVisitor, seeText } from '../../.config/testing/visitor.ts'
import { type ExtensionBrowser, launchWithExtension } from './extension-browser.ts'
import { press, signUpInPanel } from './panel-visitor.ts'

declare const chrome: typeof extensionApi

const chromium = await needsPeer('chromium')
let port: number
let extension: ExtensionBrowser
let tab: Page
let panel: Page
let daemon: RunningDaemon | undefined

beforeAll(async () => {
  if (!chromium) return
  port = await freePort()
  extension = await launchWithExtension(chromium, `http://localhost:${port}`)
  tab = await extension.browser.newPage()
  panel = await extension.openPanel(tab)
})

afterAll(async () => {
  await extension?.close()
  await daemon?.stop()
})

/** Some program on the daemon's port that answers everything with one JSON text. */
async function occupy(answer: unknown): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((listening) => server.listen(port, 'localhost', listening))
  return server
}

async function leave(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
}

test('each obstacle is named in its turn, and the panel goes on by itself when it is gone', async () => {
  await seeText(panel, 'Backend server is not running. Please start the backend server.')
  await seeText(panel, 'npx -y pnpm@12.4.2 start')

  const foreign = await occupy({ hello: 'I am a tide gauge' })
  await press(panel, 'Retry')
  await seeText(panel, `Something else answers on port ${port}`)
  await leave(foreign)

  const old = await occupy({ name: 'shortlist', version: '0.1.9' })
  await press(panel, 'Retry')
  await seeText(panel, 'Update the daemon (needs 0.2, found 0.1)')
  await leave(old)

  daemon = await startDaemon({ port })
  await panel.waitForSelector('input[type=email]')
})

test('a session that ends in a tab leads to the sign-in, and the draft is there afterwards', async () => {
  const visitor = newVisitor()
  await signUpInPanel(panel, visitor)
  await panel.locator('textarea').fill('A draft about tides')
  await tab.goto(`http://localhost:${port}`)
  await tab.evaluate(() => fetch('/api/users/sessions', { method: 'DELETE' }))

  await panel.locator('button ::-p-text(Send)').click()
  await panel.waitForSelector('input[type=email]')
  await seeText(panel, 'Session ended')
  await panel.locator('input[type=email]').fill(visitor.email)
  await panel.locator('input[name=password]').fill(visitor.password)
  await panel.locator('button ::-p-text(Sign In)').click()

  await panel.waitForSelector('textarea')
  expect(await panel.$eval('textarea', (box) => box.value)).toBe('A draft about tides')
})

test('another port needs the consent of the user, who is asked by a button', async () => {
  const worker = await extension.worker()
  await worker.evaluate(() => chrome.storage.local.set({ daemonAddress: 'http://localhost:4567' }))

  await seeText(panel, 'Allow access to localhost')
})
