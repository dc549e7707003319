import '../testing/with-fake-browser.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { eventually } from '../testing/eventually.ts'
import { openPanelLine, readWatchedSync } from './panel-port.ts'

const first = { userId: 'ada', startedAt: 1 }
const second = { userId: 'ada', startedAt: 2 }

beforeEach(() => {
  fakeBrowser.reset()
  const onDisconnect = { addListener: () => {}, removeListener: () => {} }
  const port = { onDisconnect, disconnect: () => {} }
  vi.spyOn(fakeBrowser.runtime, 'connect').mockReturnValue(port as never)
})

it('says the newest last, also after the browser has not stored one', async () => {
  const { tell } = openPanelLine()
  const refusal = new Error('The quota is exceeded.')
  vi.spyOn(fakeBrowser.storage.session, 'set').mockRejectedValueOnce(refusal)

  tell(first)
  tell(second)

  await eventually(async () => expect(await readWatchedSync()).toEqual(second))
})
