import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'puppeteer'

/** The text of the file that the browser downloads when something is done. */
export async function downloadText(browser: Browser, act: () => Promise<void>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shortlist-download-'))
  const session = await browser.target().createCDPSession()
  try {
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allowAndName',
      downloadPath: folder,
      eventsEnabled: true,
    })
    const { promise: downloaded, resolve } = Promise.withResolvers<string>()
    session.on('Browser.downloadProgress', ({ guid, state }) => {
      if (state === 'completed') resolve(guid)
    })
    await act()
    return await readFile(join(folder, await downloaded), 'utf8')
  } finally {
    await session.detach()
    await rm(folder, { recursive: true })
  }
}
