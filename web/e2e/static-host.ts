import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { endWithTests } from '../../.config/testing/end-with-tests.ts'

interface StaticHostOptions {
  /** What is served; its `404.html` answers every other path. */
  readonly folder: string
  /** The path that it is served under, with slashes around it. */
  readonly basePath?: string
  /** The name in `url`, for a browser that is told to find this computer by it. */
  readonly hostname?: string
}

export interface StaticHost {
  /** The address of the folder, with the slash at its end. */
  readonly url: string
  readonly port: number
  /** What it was asked for so far, oldest first. */
  readonly requests: readonly HostedRequest[]
  close(): Promise<void>
}

export interface HostedRequest {
  readonly method: string
  readonly path: string
  readonly status: number
}

/** A host for files and nothing else, on a free port of this computer, as those of public pages are. */
export async function startStaticHost({
  folder,
  basePath = '/apps/shortlist/',
  hostname = 'localhost',
}: StaticHostOptions): Promise<StaticHost> {
  const requests: HostedRequest[] = []
  // the router compares paths without their escapes
  const base = decodeURI(basePath)
  const missing = await readFile(join(folder, '404.html'), 'utf8')
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    requests.push({ method: c.req.method, path: new URL(c.req.url).pathname, status: c.res.status })
  })
  app.use(
    `${base}*`,
    serveStatic({ root: folder, rewriteRequestPath: (path) => path.slice(base.length - 1) }),
  )
  app.notFound((c) => c.html(missing, 404))

  const { promise: listening, resolve } = Promise.withResolvers<AddressInfo>()
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, resolve) as Server
  const { port } = await listening
  return {
    url: `http://${hostname}:${port}${basePath}`,
    port,
    requests,
    close: endWithTests(async () => {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    }),
  }
}

/** Has a browser find one public name on this computer, and nothing else anywhere. */
export const ONLY_DEMO_TEST =
  '--host-resolver-rules=MAP demo.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'
