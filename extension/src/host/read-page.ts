import { browser } from 'wxt/browser'
import type { Arrival } from './handover.ts'
import { makeExcerpt } from './make-excerpt.ts'
import { hasPermissions, requestPermissions } from './permissions.ts'

/** What the browser lets an extension do with a page, once its user has clicked there. */
const needed = ['activeTab', 'scripting'] as const

/**
 * Asks for what reading a page needs, only within a click of the user and before anything is
 * awaited; browsers give it without a question. `wasAllowed` says whether it was given before, so
 * that the click itself has opened the page.
 */
export async function askToReadPages(): Promise<{ isAllowed: boolean; wasAllowed: boolean }> {
  const [wasAllowed, isAllowed] = await Promise.all([
    hasPermissions(needed),
    requestPermissions(needed),
  ])
  return { isAllowed, wasAllowed }
}

/** The readable text of the page that a tab shows, or why there is none. */
export async function readPage(tabId: number | undefined): Promise<Arrival> {
  if (tabId === undefined) return { refusal: 'protected' }
  try {
    const [injection] = await browser.scripting.executeScript({
      target: { tabId },
      files: ['/page-reader.js'],
    })
    const { title, url, text } = Object(injection?.result)
    const excerpt = makeExcerpt({ kind: 'page', title, url, text })
    return excerpt ? { excerpt } : { refusal: 'no-text' }
  } catch (error) {
    return { refusal: isProtected(error) ? 'protected' : 'click-needed' }
  }
}

/** As `readPage`, for the page in front of this window; asks for what that needs, within a click. */
export async function readPageInFront(): Promise<Arrival> {
  const { isAllowed } = await askToReadPages()
  if (!isAllowed) return { refusal: 'not-allowed' }
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true })
  return readPage(tab?.id)
}

/** Whether no click would help: the page belongs to the browser, a store or another extension. */
function isProtected(error: unknown): boolean {
  return /chrome(-extension|-error)?:\/\/|gallery|edge:\/\/|about:/i.test(String(error))
}
