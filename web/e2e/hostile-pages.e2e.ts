import type { Browser, Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { launch } from '../../.config/testing/browser.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { startSite } from '../../.config/testing/start-site.ts'
import { newVisitor, privateTab } from '../../.config/testing/visitor.ts'

const chromium = await needsPeer('headless-shell')
let daemon: RunningDaemon
let browser: Browser
let port: number
let page: Page
let userId: string

beforeAll(async () => {
  if (!chromium) return
  daemon = await startDaemon()
  port = await startSite(() => '<!doctype html><title>foreign</title>')
  browser = await launch(chromium, {
    // a name of the attacker's that leads to this computer, as DNS rebinding does
    args: ['--host-resolver-rules=MAP *.test 127.0.0.1'],
  })
  page = await privateTab(browser, daemon.url, newVisitor())
  userId = await page.evaluate(async () => (await (await fetch('/api/users/me')).json()).id)
})

/** What a page gets from the daemon by each way that a browser has. */
async function attack(at: Page): Promise<Record<string, string>> {
  return await at.evaluate(
    async (daemonUrl, id) => {
      const read = (request: Promise<Response>) =>
        request.then(
          async (answer) => `${answer.status} ${await answer.text()}`,
          () => 'nothing',
        )
      const json = { 'content-type': 'application/json' }
      const body = JSON.stringify({ userId: id })
      const socket = await new Promise<string>((resolve) => {
        const url = `${daemonUrl.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
        const line = new WebSocket(url)
        line.onopen = () => resolve('open')
        line.onerror = () => resolve('nothing')
      })
      const remove = `${daemonUrl}/api/chatbot/${id}`
      return {
        read: await read(fetch(`${daemonUrl}/api/users/me`, { credentials: 'include' })),
        remove: await read(
          fetch(remove, { method: 'DELETE', credentials: 'include', headers: json, body }),
        ),
        form: await read(
          fetch(`${daemonUrl}/api/chatbot/stop`, {
            method: 'POST',
            mode: 'no-cors',
            credentials: 'include',
            headers: { 'content-type': 'text/plain' },
            body,
          }),
        ),
        socket,
      }
    },
    daemon.url,
    userId,
  )
}

test('a page on another port or another name gets nothing, even with the cookie', async () => {
  for (const host of ['localhost', '127.0.0.1', 'attacker.test']) {
    const tab = await page.browserContext().newPage()
    await tab.goto(`http://${host}:${port}/`)

    expect(await attack(tab)).toEqual({
      read: 'nothing',
      remove: 'nothing',
      // an opaque answer: nothing can be read, and the daemon has refused it
      form: '0 ',
      socket: 'nothing',
    })
    await tab.close()
  }
})

test('a foreign name that leads to the daemon is refused', async () => {
  const tab = await page.browserContext().newPage()

  const answer = await tab.goto(`http://attacker.test:${daemon.port}/api/health`)

  expect(answer?.status()).toBe(403)
  expect(await answer?.json()).toMatchObject({ code: 'HOST' })
  await tab.close()
})

test('the page itself may do all of it', async () => {
  expect(await attack(page)).toMatchObject({
    read: expect.stringMatching(/^200/),
    remove: expect.stringMatching(/^200/),
  })
})
