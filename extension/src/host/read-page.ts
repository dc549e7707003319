import { browser } from 'wxt/browser'
import type { Arrival } from './handover.ts'
import { makeExcerpt } from './make-excerpt.ts'

/** What the browser lets an extension do with a page, once its user has clicked there. */
const needed = { permissions: ['activeTab', 'scripting'] } as const

/** Asks for what reading a page needs; only within a click of the user. Chrome asks nobody. */
export function askToReadPages(): Promise<boolean> {
  return browser.permissions.request({ permissions: [...needed.permissions] })
}

/** The readable text of the page that a tab shows, or why there is none. */
export async function readPage(tabId: number): Promise<Arrival> {
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

/** Whether no click would help: the page belongs to the browser, a store or another extension. */
function isProtected(error: unknown): boolean {
  return /chrome(-extension|-error)?:\/\/|gallery|edge:\/\/|about:/i.test(String(error))
}
