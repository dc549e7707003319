import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { CDPSession, Page } from 'puppeteer'
import { build, preview } from 'vite'
import { launch } from '../../.config/testing/browser.ts'

/** The benchmark page in a browser, and the time that its main thread was busy. */
export interface OpenPage {
  page: Page
  /** Milliseconds of processor time in all tasks of the main thread since the page began. */
  busyMs(): Promise<number>
  /** Collects garbage now, so that what comes next does not pay for what came before. */
  tidyUp(): Promise<void>
  close(): Promise<void>
}

/** Builds the page as the web app is built, serves it on a free loopback port and opens it. */
export async function openPage(executablePath: string): Promise<OpenPage> {
  const outDir = await mkdtemp(join(tmpdir(), 'shortlist-render-'))
  const root = join(import.meta.dirname, 'page')
  const shared = { root, configFile: false, logLevel: 'warn', build: { outDir } } as const
  await build({
    ...shared,
    mode: 'production',
    plugins: [react(), tailwindcss()],
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
  })
  const server = await preview({ ...shared, preview: { host: '127.0.0.1', port: 0 } })
  const browser = await launch(executablePath)
  const page = await browser.newPage()
  const session = await page.createCDPSession()
  // Thread time leaves out what other programs take from the processor.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(addressOf(server.resolvedUrls?.local))
  return {
    page,
    busyMs: () => busyMs(session),
    tidyUp: async () => {
      await session.send('HeapProfiler.collectGarbage')
    },
    close: async () => {
      await browser.close()
      await server.close()
      await rm(outDir, { recursive: true })
    },
  }
}

function addressOf(urls: string[] | undefined): string {
  const [url] = urls ?? []
  if (url === undefined) throw new Error('the preview server tells no address')
  return url
}

/** Milliseconds of processor time in all tasks of the main thread, where `session` tells thread ticks. */
export async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value
  if (seconds === undefined) throw new Error('the browser tells no TaskDuration')
  return seconds * 1000
}
