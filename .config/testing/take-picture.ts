import type { Page } from 'puppeteer'

const FOLDER = '.config/pictures'

/** Keeps what a page shows, at rest and in a theme, as a picture of the README. */
export async function takePicture(
  page: Page,
  name: string,
  theme: 'light' | 'dark',
): Promise<void> {
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  await page.screenshot({ path: `${FOLDER}/${name}.png` })
}
