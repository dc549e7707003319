import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer'
import { endWithTests } from './end-with-tests.ts'

/** A headless browser that talks to nobody but the pages it is sent to; `args` come on top of its own. */
export async function launch(
  executablePath: string,
  { args = [], ...options }: LaunchOptions = {},
): Promise<Browser> {
  const browser = await puppeteer.launch({
    executablePath,
    headless: true,
    pipe: true,
    args: [
      // Chromium refuses its sandbox to root, which is who runs tests in a bare container.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      // no page of a test lives long enough to win back what its code is optimised for
      '--js-flags=--no-maglev --no-turbofan',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
    ...options,
  })
  endWithTests(() => browser.connected && browser.close())
  return browser
}
