import type { Browser, Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { launch } from '../../.config/testing/browser.ts'
import { freePort } from '../../.config/testing/free-port.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import {
  ask,
  missText,
  newVisitor,
  postAs,
  privateTab,
  replyEnded,
  seeText,
  signUpByForm,
} from '../../.config/testing/visitor.ts'
import { watchTab } from './watch-tab.ts'

const chromium = await needsPeer('headless-shell')
let daemon: RunningDaemon
let browser: Browser

beforeAll(async () => {
  if (!chromium) return
  daemon = await startDaemon()
  browser = await launch(chromium)
})

/** How often the page was pressed, from its first moment on; loading it anew begins anew. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  const count = () => {
    const key = 'clicks-of-test'
    addEventListener(
      'click',
      // a label's press is told of its field, too
      ({ isTrusted, detail }) => {
        if (isTrusted && detail > 0)
          sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key)) + 1))
      },
      { capture: true },
    )
  }
  await page.evaluateOnNewDocument(count)
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks-of-test')))
}

test('a stranger is greeted with what this is, and has analysed sample mail in at most four clicks', async () => {
  const own = await startDaemon()
  const page = await privateTab(browser, 'about:blank')
  const clicks = await countClicks(page)
  const visitor = newVisitor()

  await page.goto(own.webApp)
  await seeText(page, 'Your job search, read and kept in order on this computer.')
  await missText(page, 'Welcome back')
  await page.click('input[type=email]')
  await page.keyboard.type(visitor.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(visitor.password)
  await page.click('form button[type=submit]')
  await seeText(page, 'Nothing is connected yet, and that is fine.')
  await page.locator('button ::-p-text(Try it with sample mail)').click()
  // the first mail that asks for something, in words of its analysis
  await seeText(page, 'Needs you')
  await page.waitForSelector('.today-list li')

  expect(await clicks()).toBeLessThanOrEqual(4)
  // the environment of the test has chosen the guides
  await seeText(page, '3 of 6')
  const pressed = () =>
    page.$$eval('main :is(button, [role=button], .today-open)', (all) =>
      all.filter((each) => each.checkVisibility()).map((each) => each.textContent),
    )
  expect(await pressed()).not.toEqual([])
  await page.emulateMediaType('print')
  expect(await pressed()).toEqual([])
  await page.emulateMediaType('screen')
  await page.goto(`${own.url}/gmail-mcp`)
  await seeText(page, 'Sample mail Connected')
  await seeText(page, 'Local Calendar Connected')
  await missText(page, 'connection lost')
  await own.stop()
})

test('the set-up list crosses itself off by looking, and is gone and back on demand', async () => {
  const own = await startDaemon()
  const page = await privateTab(browser, own.url, newVisitor())
  // the environment of the test has chosen the guides
  await seeText(page, '1 of 6')

  // in another order than that of the list
  await postAs(page, '/api/calendar/local')
  await seeText(page, '2 of 6')
  await postAs(page, '/api/gmail/sample')
  await seeText(page, '3 of 6')

  await page.locator('button[aria-label="Hide this list"]').click()
  await missText(page, '3 of 6')
  await seeText(page, 'Undo')
  await page.keyboard.press('u')
  await seeText(page, '3 of 6')
  await own.stop()
})

async function openCoach(page: Page): Promise<void> {
  await page.locator('::-p-text(New Chat)').click()
  await page.locator('button ::-p-text(Job Search)').click()
}

test('loading the page breaches nothing of its content security policy', async () => {
  const page = await privateTab(browser, daemon.url)
  const watch = await watchTab(page)

  await page.reload()

  await seeText(page, 'Sign-up')
  expect(watch.violations).toEqual([])
})

test('a success is said, and goes by itself, with reduced motion too', async () => {
  const page = await privateTab(browser, daemon.url)
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])

  await signUpByForm(page, newVisitor())

  await seeText(page, 'Successfully signed in!')
  await page.waitForSelector('.Toastify__toast', { hidden: true })
})

test('what is typed while the screen still changes to sign-up is kept, and so is the focus', async () => {
  const page = await privateTab(browser, 'about:blank')
  await page.evaluateOnNewDocument(holdReactAfterTab)
  await page.goto(daemon.url)
  const visitor = newVisitor()
  await page.locator('input[type=email]').fill(visitor.email)

  await page.locator('[role=tab] ::-p-text(Sign-up)').click()
  await page.focus('input[name=password]')
  await page.keyboard.type(visitor.password)
  const signUpHint = 'At least 8 characters.'
  expect(await page.evaluate(() => document.body.innerText)).not.toContain(signUpHint)
  await page.evaluate(() => dispatchEvent(new Event('react-goes-on')))
  await seeText(page, signUpHint)
  await page.keyboard.type('!')

  expect(await page.$eval('input[type=email]', (field) => field.value)).toBe(visitor.email)
  const password = await page.$eval('input[name=password]', (field) => field.value)
  expect(password).toBe(`${visitor.password}!`)
})

/** Keeps React from rendering once a tab is pressed, as a loaded computer does for a moment. */
function holdReactAfterTab(): void {
  const post = MessagePort.prototype.postMessage
  const held: (() => void)[] = []
  let isHeld = false
  const press = ({ target }: MouseEvent) => {
    isHeld = target instanceof Element && target.closest('[role=tab]') !== null
  }
  // before React hears of it
  addEventListener('mousedown', press, { capture: true })
  addEventListener('react-goes-on', () => {
    isHeld = false
    for (const go of held.splice(0)) go()
  })
  // what React's scheduler wakes itself with
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    const go = () => post.call(this, message, {})
    if (isHeld) held.push(go)
    else go()
  }
}

test('a toast follows the mouse, comes back, selects no text, and can be dragged away', async () => {
  const page = await privateTab(browser, daemon.url)
  await page.goto(`${daemon.url}/auth/sign-in`)
  await page.locator('input[type=email]').fill(newVisitor().email)
  await page.locator('input[name=password]').fill('not the password')
  await page.locator('button ::-p-text(Sign In)').click()
  const toast = await page.waitForSelector('.Toastify__toast')
  const box = await toast?.boundingBox()
  if (!toast || !box) throw new Error('no toast was shown')
  const left = () => toast.evaluate((each) => each.getBoundingClientRect().left)
  const dragBy = async (part: number) => {
    const [x, y] = [box.x + 60, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + box.width * part, y, { steps: 6 })
  }

  for (const part of [0.3, 0.4]) {
    await dragBy(part)
    expect((await left()) - box.x).toBeCloseTo(box.width * part, 0)
    await page.mouse.up()
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
    await page.waitForFunction(
      (x) => {
        const shown = document.querySelector('.Toastify__toast')?.getBoundingClientRect()
        return shown && Math.abs(shown.left - x) < 1
      },
      {},
      box.x,
    )
  }
  await dragBy(0.65)
  await page.mouse.up()

  await page.waitForSelector('.Toastify__toast', { hidden: true })
})

test('a newcomer signs up and gets a sourced answer without any model', async () => {
  const page = await privateTab(browser, daemon.url, newVisitor())
  await openCoach(page)

  await ask(page, 'How do I write a follow-up mail after an interview?')
  await replyEnded(page)

  const log = await page.$eval('[role=log]', (each) => each.textContent ?? '')
  expect(log).toContain('Sources')
  expect(log.toLowerCase()).toContain('follow')
  expect(await page.evaluate(() => document.body.innerText)).toContain('Built-in guides')
  expect(page.url()).toMatch(/\/chat\/[\w-]+_\d+$/)
})

test('the conversation and its title are there after a reload and in the list', async () => {
  const page = await privateTab(browser, daemon.url, newVisitor())
  await openCoach(page)
  await ask(page, 'Which questions should I ask the interviewer?')
  await replyEnded(page)

  await page.reload()
  await seeText(page, 'Which questions should I ask the interviewer?')
  await page.locator('button ::-p-text(Back)').click()

  await seeText(page, 'Chat History')
  await seeText(page, '2 messages')
  await seeText(page, 'Today')
  await missText(page, 'title generating...')
})

test('a chat is deleted only after the question, and the empty list says so', async () => {
  const page = await privateTab(browser, daemon.url, newVisitor())
  await openCoach(page)
  await ask(page, 'How do I negotiate a salary?')
  await replyEnded(page)
  await page.locator('button ::-p-text(Back)').click()

  await page.locator('button[aria-label^="Delete chat"]').click()
  await seeText(page, 'Are you sure you want to delete this chat? This action cannot be undone.')
  await page.locator('[role=alertdialog] button ::-p-text(Delete)').click()

  await seeText(page, 'No chats yet. Start a new conversation!')
})

test('whoever is not signed in is sent to the sign-in screen and back after it', async () => {
  const visitor = newVisitor()
  const page = await privateTab(browser, daemon.url, visitor)
  await page.locator('button[aria-label="Open menu"]').click()
  await page.locator('::-p-text(Logout)').click()
  await page.waitForFunction(() => location.pathname.startsWith('/auth/'))

  await page.goto(`${daemon.url}/gmail-mcp`)
  await page.waitForFunction(() => location.pathname === '/auth/sign-in')
  await page.locator('input[type=email]').fill(visitor.email)
  await page.locator('input[name=password]').fill('not the password')
  await page.locator('button ::-p-text(Sign In)').click()
  await seeText(page, 'Sign in failed. Please check your credentials.')
  await page.locator('input[name=password]').fill(visitor.password)
  await page.locator('button ::-p-text(Sign In)').click()

  await page.waitForFunction(() => location.pathname === '/gmail-mcp')
})

test('the screen says that the daemon is gone, and recovers by itself', async () => {
  const own = await startDaemon({ port: await freePort() })
  const page = await privateTab(browser, own.url, newVisitor())
  await seeText(page, 'Daemon online')
  await own.kill()

  await seeText(page, 'Backend server is not running. Please start the backend server.')
  await startDaemon({ port: own.port })
  await missText(page, 'Backend server is not')
})

test('the tab that is one too many says so, is not online, and goes on once another is closed', async () => {
  const page = await privateTab(browser, daemon.url, newVisitor())
  // each holds a connection, as a tab does
  await page.evaluate(async () => {
    const url = `${location.origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
    const sockets = Array.from({ length: 31 }, () => new WebSocket(url))
    addEventListener('one-tab-closes', () => sockets[0]?.close())
    const opened = sockets.map((socket) => {
      return new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
    })
    await Promise.all(opened)
  })
  const late = await page.browserContext().newPage()
  await late.goto(daemon.url)

  await seeText(late, 'Shortlist is open in too many tabs. Close some of them')
  expect(await late.evaluate(() => document.body.innerText)).not.toContain('Daemon online')
  await page.evaluate(() => dispatchEvent(new Event('one-tab-closes')))

  await missText(late, 'Shortlist is open in too many tabs. Close some of them')
  await seeText(late, 'Daemon online')
})
