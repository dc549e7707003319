import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer'

export interface StrangerExtension {
  /** A page of the extension, in a tab. */
  readonly page: Page
  close(): Promise<void>
}

/** Another unpacked extension, with an id of its own and whatever hosts it has asked for. */
export async function installStranger(
  browser: Browser,
  hostPermissions: readonly string[],
): Promise<StrangerExtension> {
  const folder = await mkdtemp(join(tmpdir(), 'shortlist-stranger-'))
  const manifest = {
    manifest_version: 3,
    name: 'Stranger',
    version: '1',
    host_permissions: hostPermissions,
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'page.html'), '<!doctype html><title>stranger</title>')
  const id = await browser.installExtension(folder)
  const page = await browser.newPage()
  await page.goto(`chrome-extension://${id}/page.html`)
  return {
    page,
    async close() {
      await page.close()
      await browser.uninstallExtension(id)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
