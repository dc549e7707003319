import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands in front of an IMAP server, delays both directions and counts what passes. */
export interface ImapRelay {
  readonly port: number
  /** Tagged commands of all clients so far (RFC 3501, section 2.2.1). */
  commands(): number
  /** Bytes that the server has sent so far. */
  received(): number
  /** From the first command from now on to the last answer before the returned function is called, in milliseconds. */
  watchExchange(): () => number
  stop(): Promise<void>
}

const TAGGED = /^[A-Za-z0-9]+ [A-Za-z]+/

/** A relay to a port of this computer; `roundTrip` in milliseconds is added to each exchange. */
export async function startImapRelay(target: number, roundTrip = 0): Promise<ImapRelay> {
  const sockets = new Set<Socket>()
  let commands = 0
  let received = 0
  let firstCommand = Number.NaN
  let lastAnswer = Number.NaN
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    let line = ''
    client.on('data', (bytes: Buffer) => {
      if (Number.isNaN(firstCommand)) firstCommand = performance.now()
      const [end = '', ...others] = bytes.toString('latin1').split('\n')
      const lines = [line + end, ...others]
      line = lines.pop() ?? ''
      commands += lines.filter((each) => TAGGED.test(each)).length
    })
    upstream.on('data', (bytes: Buffer) => {
      received += bytes.length
      lastAnswer = performance.now()
    })
    pass(client, upstream, roundTrip / 2)
    pass(upstream, client, roundTrip / 2)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    commands: () => commands,
    received: () => received,
    watchExchange() {
      firstCommand = Number.NaN
      return () => lastAnswer - firstCommand
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function pass(from: Socket, to: Socket, delay: number): void {
  if (delay === 0) {
    from.pipe(to)
    return
  }
  from.on('data', (bytes: Buffer) => setTimeout(() => to.writable && to.write(bytes), delay))
}
