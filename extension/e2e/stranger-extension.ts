import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer'
import { endWithTests } from '../../.config/testing/end-with-tests.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'

/** A page of another unpacked extension, which has an id of its own and whatever hosts it has asked for. */
export async function installStranger(
  browser: Browser,
  hostPermissions: readonly string[],
): Promise<Page> {
  const folder = await freshFolder()
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
  endWithTests(async () => {
    await page.close()
    await browser.uninstallExtension(id)
  })
  return page
}
