import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { pinnedFetch } from './pinned-fetch.ts'
import { AddressRefused, reach } from './reach.ts'

/** Tells its address and the `Host` that it is asked for, and counts its connections. */
async function serveAt(address: string, port = 0) {
  const server = createServer((request, response) => {
    response.end(`${address} as ${request.headers.host}`)
  })
  const connections = await begin(server, address, port)
  return { server, connections, port: (server.address() as AddressInfo).port }
}

async function begin(server: Server, address: string, port: number) {
  const connections = { count: 0 }
  server.on('connection', () => {
    connections.count += 1
  })
  server.listen(port, address)
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return connections
}

/** A host whose name leads to these addresses, one look-up after the other; the last one stays. */
function named(...answers: (readonly string[])[]) {
  const addresses = async () => (answers.length > 1 ? answers.shift() : answers[0]) ?? []
  const fetch = pinnedFetch(({ hostname }) =>
    reach(hostname, { names: { addresses }, isOwnNetworkAllowed: true }),
  )
  const ask = async (url: string) => (await fetch(url)).text()
  return { ask }
}

it('connects to the address that was checked, under the name of its host', async () => {
  const { port } = await serveAt('127.0.0.1')
  // nobody else knows this name
  const { ask } = named(['127.0.0.1'])

  expect(await ask(`http://models.invalid:${port}/`)).toBe(`127.0.0.1 as models.invalid:${port}`)
})

it('leaves a connection that is open once its name leads elsewhere', async () => {
  const one = await serveAt('127.0.0.1')
  const { port } = await serveAt('127.0.0.2', one.port)
  const { ask } = named(['127.0.0.1'], ['127.0.0.2'])

  expect(await ask(`http://models.invalid:${port}/`)).toContain('127.0.0.1 as')
  expect(await ask(`http://models.invalid:${port}/`)).toContain('127.0.0.2 as')
})

it.each([
  ['where clouds tell secrets', ['169.254.169.254']],
  ['one of several', ['127.0.0.1', '::ffff:169.254.169.254']],
  ['nowhere', []],
])('connects to nobody once its name leads to %s, open connections included', async (_, bad) => {
  const { port, connections } = await serveAt('127.0.0.1')
  const url = `http://models.invalid:${port}/`
  const fresh = named(bad)
  await expect(fresh.ask(url)).rejects.toBeInstanceOf(AddressRefused)
  expect(connections.count).toBe(0)

  const rebound = named(['127.0.0.1'], bad)
  await rebound.ask(url)
  await expect(rebound.ask(url)).rejects.toBeInstanceOf(AddressRefused)
  expect(connections.count).toBe(1)
})

it('asks for the certificate of the name', async () => {
  const server = createTcpServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const hello = once(server, 'connection').then(async ([socket]) => {
    const [bytes] = await once(socket, 'data')
    socket.destroy()
    return String(bytes)
  })
  const { port } = server.address() as AddressInfo

  await expect(named(['127.0.0.1']).ask(`https://models.invalid:${port}/`)).rejects.toThrow()

  // RFC 6066, section 3: the name stands in the first message as it is
  expect(await hello).toContain('models.invalid')
})
