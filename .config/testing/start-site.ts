import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endWithTests } from './end-with-tests.ts'

/** A site of somebody else on a free port of this computer, with the HTML of each of its paths; gives the port. */
export async function startSite(pageAt: (path: string) => string): Promise<number> {
  const site = createServer(({ url = '/' }, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8').end(pageAt(url))
  }).listen(0, '127.0.0.1')
  endWithTests(() => site.close())
  await once(site, 'listening')
  return (site.address() as AddressInfo).port
}
