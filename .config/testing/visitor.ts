import type { Browser, ElementHandle, Page, Viewport } from 'puppeteer'
import { endWithTests } from './end-with-tests.ts'

export interface Visitor {
  readonly email: string
  readonly password: string
}

/**
 * How often a page is looked at, in milliseconds. To read its text in each frame, as Puppeteer does
 * unless told otherwise, keeps a page with many mails from its own work.
 */
const POLLING = 100

let visitors = 0

/** Somebody with an address that no test has used before. */
export function newVisitor(): Visitor {
  visitors += 1
  return { email: `visitor-${visitors}@example.test`, password: 'correct horse battery' }
}

/** A tab with its own cookies, so that visitors do not share a session; of a new account where a visitor is named. */
export async function privateTab(
  browser: Browser,
  url: string,
  visitor?: Visitor,
  viewport: Viewport = { width: 1200, height: 800 },
): Promise<Page> {
  const context = await browser.createBrowserContext()
  endWithTests(() => browser.connected && context.close())
  const page = await context.newPage()
  await page.setViewport(viewport)
  if (visitor) await signUp(page, new URL(url).origin, visitor)
  await page.goto(url)
  return page
}

/** Gives a tab the session of a new account, without a screen. */
export async function signUp(page: Page, daemon: string, visitor: Visitor): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(visitor) }
  let cookie = ''
  for (const path of ['/api/users', '/api/users/sessions']) {
    const answer = await fetch(new URL(path, daemon), sent)
    if (!answer.ok) throw new Error(await answer.text())
    cookie = answer.headers.get('set-cookie') ?? ''
  }
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  const { hostname: domain } = new URL(daemon)
  const session = { name, value, domain, path: '/', httpOnly: true, sameSite: 'Lax' } as const
  await page.browserContext().setCookie(session)
}

/** Calls the daemon for the account of a page, as another page of it would. */
export async function postAs(page: Page, path: string): Promise<void> {
  const status = await page.evaluate(async (at) => {
    const { id: userId } = await (await fetch('/api/users/me')).json()
    const body = JSON.stringify({ userId })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(at, { method: 'POST', headers, body })).status
  }, path)
  if (status !== 200) throw new Error(`${path} answered ${status}`)
}

/** Signs up on the sign-in screen and waits for the chat list. */
export async function signUpByForm(page: Page, { email, password }: Visitor): Promise<void> {
  await page.locator('[role=tab] ::-p-text(Sign-up)').click()
  await seeText(page, 'At least 8 characters.')
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button ::-p-text(Sign Up)').click()
  await seeText(page, 'Chat History')
}

/** The control that a label is of. To ask the browser for its accessible name takes it half a second. */
export function labelled(name: string): string {
  return `::-p-xpath(//*[@id=//label[normalize-space()="${name}"]/@for])`
}

/** Asks in the chat that is open. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.locator('textarea').fill(question)
  await page.keyboard.press('Enter')
}

/** Chooses a folder in the menu, sends what is offered, and waits until it is processed. */
export async function uploadFolder(page: Page, url: string, path: string): Promise<void> {
  await page.goto(url)
  await page.locator('button[aria-label="Open menu"]').click()
  const input = await page.waitForSelector('input[type=file][webkitdirectory]')
  await (input as ElementHandle<HTMLInputElement>).uploadFile(path)
  await page.locator('[role=dialog] button ::-p-text(Upload )').click()
  await seeText(page, 'Processed ')
}

/** Resolves once the page shows a text, or one that a pattern fits. */
export async function seeText(page: Page, text: string | RegExp): Promise<void> {
  await page.waitForFunction(isShown, { polling: POLLING }, true, ...partsOf(text))
}

/** Resolves once the page shows a text no longer. */
export async function missText(page: Page, text: string): Promise<void> {
  await page.waitForFunction(isShown, { polling: POLLING }, false, ...partsOf(text))
}

function partsOf(text: string | RegExp): [text: string, flags: string | null] {
  return typeof text === 'string' ? [text, null] : [text.source, text.flags]
}

/** Runs in the page. */
function isShown(isWanted: boolean, text: string, flags: string | null): boolean {
  const shown = document.body.innerText
  const isThere = flags === null ? shown.includes(text) : new RegExp(text, flags).test(shown)
  return isThere === isWanted
}

/** A source below a reply. */
export const SOURCE = '[role=log] button[aria-haspopup=dialog][aria-label*=line]'

/** Resolves once the last reply has ended, as its response time shows. */
export async function replyEnded(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const log = document.querySelector('[role=log]')
      const isBusy = log?.getAttribute('aria-busy') === 'true'
      return !isBusy && /\d+(ms|s)\b/.test(log?.textContent ?? '')
    },
    { polling: POLLING },
  )
}
