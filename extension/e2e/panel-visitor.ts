import type { Page } from 'puppeteer'
import { newVisitor, signUp, type Visitor } from '../../.config/testing/visitor.ts'

/** Signs up in the panel and waits for the chat. */
export async function signUpInPanel(panel: Page, { email, password }: Visitor): Promise<void> {
  await panel.locator('[role=tab] ::-p-text(Sign-up)').click()
  await panel.locator('input[type=email]').fill(email)
  await panel.locator('input[name=password]').fill(password)
  await panel.locator('button ::-p-text(Sign Up)').click()
  await panel.waitForSelector('textarea')
}

/** Shows the sign-in of the panel; whoever was signed in there is signed out. */
export async function showSignIn(panel: Page, daemonUrl: string): Promise<void> {
  await panel.evaluate(async (url) => {
    await fetch(`${url}/api/users/sessions`, { method: 'DELETE', credentials: 'include' })
  }, daemonUrl)
  await openAgain(panel)
  await panel.waitForSelector('body:not(#before) input[type=email]')
}

/** Begins to open the panel anew; the body of the one before is `#before`. */
export function openAgain(panel: Page): Promise<void> {
  return panel.evaluate(() => {
    document.body.id = 'before'
    // Firefox lets automation reload no page of an extension
    setTimeout(() => location.reload())
  })
}

/** Shows the panel to somebody who has just signed up elsewhere. */
export async function showToNewcomer(panel: Page, daemonUrl: string): Promise<void> {
  await signUp(panel, daemonUrl, newVisitor())
  await openAgain(panel)
  await panel.waitForSelector('body:not(#before) textarea')
}

/** Opens the newest chat of the web app. */
export async function openChat(tab: Page, url: string): Promise<void> {
  await tab.goto(url)
  await tab.locator('::-p-xpath(//*[.="Chat History"]/following::li//a)').click()
  await tab.waitForSelector('textarea')
}

/** Shows the mail half of the panel. */
export function showMail(panel: Page): Promise<void> {
  return panel.locator('[role=tab] ::-p-text(Mail), [role=radio] ::-p-text(Mail)').click()
}

/** Clicks the button with a text. */
export function press(panel: Page, text: string): Promise<void> {
  return panel.locator(`button ::-p-text(${text})`).click()
}
