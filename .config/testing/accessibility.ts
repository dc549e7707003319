import { AxePuppeteer } from '@axe-core/puppeteer'
import type { Page } from 'puppeteer'
import { sized } from './test-size.ts'

/** What axe holds every screen to: WCAG 2.2, levels A and AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Theme = 'light' | 'dark'

const quickLooks = [
  ['light', 360],
  ['dark', 1200],
] as const

/**
 * The themes and widths, of a phone and of a desktop in pixels, that a screen is looked at in: quickly
 * one by its place among the screens, in full size each theme with each width.
 */
export function looksOf(place: number): readonly (readonly [theme: Theme, width: number])[] {
  const all = (['light', 'dark'] as const).flatMap((theme) =>
    [360, 1200].map((width) => [theme, width] as const),
  )
  return sized([quickLooks[place % quickLooks.length] ?? quickLooks[0]], all)
}

/** Gives a page a theme and a size without motion, and resolves once nothing on it moves. */
export async function showIn(page: Page, theme: Theme, width: number, height = 800): Promise<void> {
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  await page.setViewport({ width, height })
  await page.evaluate(() => {
    // what waits for something moves on and on
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    return Promise.all(ending.map(({ finished }) => finished.catch(() => {})))
  })
}

/** The rules that the page breaks as axe sees it, each with the elements. */
export async function brokenRules(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxePuppeteer(page)
    // what passes is not described, and no further page is opened to gather the frames
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .withTags(RULES)
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** By how many pixels the page or a part of it is wider than the window of 320 px that it gets. */
export async function overflowAt320(page: Page): Promise<number> {
  await page.setViewport({ width: 320, height: 700 })
  return page.evaluate(async () => {
    // what the width makes the page draw otherwise is there with the frame after the next
    for (const _ of ['change', 'drawn']) await new Promise(requestAnimationFrame)
    const parts = 'html, main, [role=log], [role=dialog] > *, [role=tabpanel], .settings-card'
    const overflows = [...document.querySelectorAll(parts)]
      // what is only said is clipped to a point
      .filter((element) => getComputedStyle(element).overflowX !== 'hidden')
      .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    return Math.max(...overflows)
  })
}

const MOST_STOPS = 500

let looksTaken = 0

/**
 * What is wrong with a page at 320 px: rules of axe that it breaks, quickly in one theme after the
 * other and in full size in both, and an overflow. Leaves it wide.
 */
export async function faultsAt320(page: Page): Promise<readonly string[]> {
  const themes = ['light', 'dark'] as const
  looksTaken += 1
  const faults: string[] = []
  for (const theme of sized([themes[looksTaken % 2] ?? 'light'], [...themes])) {
    await showIn(page, theme, 320)
    faults.push(...(await brokenRules(page)))
  }
  const overflow = await overflowAt320(page)
  if (overflow > 0) faults.push(`${overflow} px too wide`)
  await page.setViewport({ width: 1200, height: 900 })
  return faults
}

/**
 * What is wrong with a page for whoever has no mouse: controls of its main part that Tab does not come
 * to, and those that do not show that they have the focus.
 */
export async function faultsByTab(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => {
    const isUsed = (control: HTMLElement) => control.tabIndex >= 0 && control.checkVisibility()
    const all = document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, select, textarea, [tabindex]):not(:disabled)',
    )
    for (const control of all) if (isUsed(control)) control.dataset.wanted = 'true'
    document.querySelector('main')?.setAttribute('tabindex', '-1')
    document.querySelector('main')?.focus()
  })
  const faults: string[] = []
  // a field may be several stops
  for (let [isInside, stops] = [true, 0]; isInside && stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab')
    const told = await page.evaluate(() => {
      const control = document.activeElement
      if (!(control instanceof HTMLElement) || !control.closest('main')) return null
      // one of a group stands for all of it
      const name = control instanceof HTMLInputElement && control.type === 'radio' && control.name
      const group = name ? document.getElementsByName(name) : [control]
      // what a field draws within itself is the browser's
      const isFirst = control.dataset.wanted !== undefined
      for (const each of group) delete each.dataset.wanted
      const drawn = [control, control.parentElement, control.nextElementSibling]
      const isShown = drawn.some((each) => {
        const { outlineStyle, boxShadow } = each
          ? getComputedStyle(each)
          : { outlineStyle: 'none', boxShadow: 'none' }
        return outlineStyle !== 'none' || boxShadow !== 'none'
      })
      return isShown || !isFirst ? '' : `shows no focus: ${control.outerHTML}`
    })
    if (told) faults.push(told)
    isInside = told !== null
  }
  const missed = await page.$$eval('[data-wanted]', (all) =>
    all.map(({ outerHTML }) => `is not come to: ${outerHTML}`),
  )
  return [...faults, ...missed]
}
