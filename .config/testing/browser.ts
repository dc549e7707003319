import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer'

/** A headless browser that talks to nobody but the pages it is sent to. */
export function launch(executablePath: string, options: LaunchOptions = {}): Promise<Browser> {
  return puppeteer.launch({
    executablePath,
    headless: true,
    pipe: true,
    args: [
      // Chromium refuses its sandbox to root, which is who runs tests in a bare container.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    ...options,
  })
}
