import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'puppeteer'
import { launch } from '../../.config/testing/browser.ts'
import { findBrowser } from '../../.config/testing/needs-peer.ts'

/** Draws the icons of the extension from the product's logo: `pnpm -F @shortlist/extension icons`. */

const logo = await readFile(new URL('../../web/public/icon.svg', import.meta.url), 'utf8')
const folder = fileURLToPath(new URL('../public/icon', import.meta.url))

/** Sizes that browsers and stores ask for, in pixels. */
const sizes = [16, 32, 48, 96, 128]
/** Sizes in a toolbar, which may be dark. */
const toolbarSizes = [16, 32]

const onLight = logo
// the accent of the dark theme (shared/ui/src/tokens.css)
const onDark = logo
  .replace('#00737e', 'oklch(0.775 0.108 197)')
  .replace('#fafefe', 'oklch(0.195 0.03 225)')
if (onDark === onLight) throw new Error('The colours of the logo are others than expected here.')

const chromium = await findBrowser()
if (!chromium) throw new Error('The icons need Chromium.')
await mkdir(folder, { recursive: true })
const browser = await launch(chromium)
try {
  const page = await browser.newPage()
  for (const size of sizes) await draw(page, onLight, size, `${size}.png`)
  for (const size of toolbarSizes) await draw(page, onDark, size, `on-dark-${size}.png`)
} finally {
  await browser.close()
}

async function draw(page: Page, svg: string, size: number, name: string): Promise<void> {
  await page.setViewport({ width: size, height: size })
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${fit(svg, size)}`)
  await page.screenshot({ path: `${folder}/${name}`, omitBackground: true })
}

/** The logo at a size; where it is small, its line is thicker so that one pixel holds it. */
function fit(svg: string, size: number): string {
  const line = Math.max(1.6, (1.35 * 28) / size)
  return svg
    .replace('<svg ', `<svg width="${size}" height="${size}" `)
    .replace('stroke-width="1.6"', `stroke-width="${line}"`)
}
