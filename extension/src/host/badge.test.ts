import '../testing/with-fake-browser.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { badgeProgress } from './badge.ts'

const { action } = fakeBrowser

beforeEach(() => {
  fakeBrowser.reset()
})

async function shownText(analyzed: number, total: number): Promise<string | undefined> {
  const set = vi.spyOn(action, 'setBadgeText').mockResolvedValue()
  vi.spyOn(action, 'setBadgeBackgroundColor').mockResolvedValue()
  vi.spyOn(action, 'setBadgeTextColor').mockResolvedValue()
  await badgeProgress(analyzed, total)
  return set.mock.lastCall?.[0].text ?? undefined
}

test.each([
  [7, 12, '7/12', '58%'],
  [1, 9, '1/9', '1/9'],
  [18, 64, '28%', '28%'],
  [0, 0, '...', '...'],
])('%i of %i is told in what fits the badge', async (analyzed, total, chrome, firefox) => {
  expect(await shownText(analyzed, total)).toBe(chrome)
  vi.stubEnv('FIREFOX', 'true')
  expect(await shownText(analyzed, total)).toBe(firefox)
})
