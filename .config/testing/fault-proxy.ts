import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { endWithTests } from './end-with-tests.ts'
import { faultLine, type LineFaults } from './fault-line.ts'

/** A relay of TCP connections that can be made as bad as a network is. */
export interface FaultProxy {
  /** On 127.0.0.1. */
  readonly port: number
  /** How many connections were made so far. */
  readonly accepted: number
  /** Everything that clients have said so far; readable where nothing is encrypted. */
  readonly said: string
  /** Calls once, as soon as a client says something that fits; what was said before counts. */
  onceSaid(fits: RegExp, call: () => void): void
  /** What happens to the bytes of a direction from now on, on open connections too. */
  toClient(faults: LineFaults): void
  toServer(faults: LineFaults): void
  /** Ends every connection in an orderly way (FIN). */
  cut(): void
  /** Breaks every connection (RST). */
  reset(): void
  stop(): Promise<void>
}

/** Relays to a port of 127.0.0.1; without faults it only passes on. */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const toClient = faultLine()
  const toServer = faultLine()
  const sockets = new Set<Socket>()
  let accepted = 0
  let said = ''
  const waiting = new Map<RegExp, () => void>()

  function callWaiting(): void {
    for (const [fits, call] of waiting) {
      if (!fits.test(said)) continue
      waiting.delete(fits)
      call()
    }
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    accepted += 1
    const upstream = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    const resetBoth = () => [client, upstream].forEach(reset)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      // what breaks on one side breaks on the other
      socket.on('error', resetBoth)
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('data', (bytes) => {
      said += bytes.toString('latin1')
      callWaiting()
    })
    toClient.relay(upstream, client, resetBoth)
    toServer.relay(client, upstream, resetBoth)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the proxy has no port')

  return {
    port: address.port,
    get accepted() {
      return accepted
    },
    get said() {
      return said
    },
    onceSaid(fits, call) {
      waiting.set(fits, call)
      callWaiting()
    },
    toClient: toClient.change,
    toServer: toServer.change,
    cut() {
      for (const socket of sockets) socket.end()
    },
    reset() {
      sockets.forEach(reset)
    },
    stop: endWithTests(async () => {
      const closed = once(server, 'close')
      server.close()
      sockets.forEach(reset)
      toClient.change({})
      toServer.change({})
      await closed
    }),
  }
}

const broken = new WeakSet<Socket>()

/** Once at most, and only where nothing was ended: otherwise Node would keep its handle for ever. */
function reset(socket: Socket): void {
  if (broken.has(socket)) return
  broken.add(socket)
  if (socket.writableEnded) socket.destroy()
  else if (!socket.destroyed) socket.resetAndDestroy()
}
