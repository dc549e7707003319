import '../testing/with-fake-browser.ts'
import { expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { DEFAULT_SETTINGS } from '../host/settings.ts'
import { buildMenu } from './serve-menu.ts'

it('goes on after the browser has refused once', async () => {
  const create = vi.fn<(entry: { id: string }) => void>()
  const removeAll = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('not now'))
  Object.assign(fakeBrowser, { contextMenus: { create, removeAll } })

  const refused = buildMenu(DEFAULT_SETTINGS)
  const built = buildMenu(DEFAULT_SETTINGS)

  await expect(refused).rejects.toThrow('not now')
  await built
  expect(create.mock.calls.map(([{ id }]) => id)).toEqual(['selection', 'page', 'assistant'])
})
