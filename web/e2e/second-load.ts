import type { Page } from 'puppeteer'

/** Resolves once a tab has been loaded twice from now on, as where a page leads on by itself. */
export async function secondLoad(page: Page): Promise<void> {
  for (const _ of ['first', 'second']) await new Promise((done) => page.once('load', done))
}
