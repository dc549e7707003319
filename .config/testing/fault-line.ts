import { EventEmitter, once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What happens to the bytes of one direction; what is left out is well. */
export interface LineFaults {
  /** How long every byte is on its way, in milliseconds. */
  readonly delayMs?: number
  readonly bytesPerSecond?: number
  /** So many more bytes pass, over all connections, and then that connection is reset; once. */
  readonly resetAfterBytes?: number
  /** Nothing passes, and nobody is told. */
  readonly isStalled?: boolean
}

/** One direction of every connection of a proxy. */
export interface FaultLine {
  /** From now on, for open connections too. */
  change(faults: LineFaults): void
  /** Passes on what comes in, in order, until its end; `reset` breaks the connection. */
  relay(from: Socket, to: Socket, reset: () => void): void
}

/** How many bytes leave at once where the line is slow. */
const PORTION = 64

export function faultLine(): FaultLine {
  const news = new EventEmitter().setMaxListeners(0)
  let faults: LineFaults = {}

  function change(next: LineFaults): void {
    faults = next
    news.emit('change')
  }

  /** Passes on the beginning of the bytes and tells how many that were. */
  async function passSome(bytes: Buffer, to: Socket): Promise<number> {
    while (faults.isStalled && !to.destroyed) await once(news, 'change')
    const most = faults.bytesPerSecond ? PORTION : bytes.length
    const some = bytes.subarray(0, Math.min(most, faults.resetAfterBytes ?? most))
    if (some.length > 0) await write(some, to)
    if (faults.bytesPerSecond) await pause((some.length / faults.bytesPerSecond) * 1000)
    return some.length
  }

  async function pass(bytes: Buffer, to: Socket, reset: () => void): Promise<void> {
    for (let at = 0; at < bytes.length && !to.destroyed; ) {
      const count = await passSome(bytes.subarray(at), to)
      at += count
      if (faults.resetAfterBytes === undefined) continue
      const left = faults.resetAfterBytes - count
      if (left > 0) faults = { ...faults, resetAfterBytes: left }
      else {
        change({})
        reset()
      }
    }
  }

  return {
    change,
    relay(from, to, reset) {
      let passing = Promise.resolve()
      from.on('data', (data) => {
        const bytes = Buffer.from(data)
        const due = performance.now() + (faults.delayMs ?? 0)
        const isDelayed = faults.delayMs !== undefined
        passing = passing.then(async () => {
          if (isDelayed) await pause(Math.max(0, due - performance.now()))
          await pass(bytes, to, reset)
          from.resume()
        })
        // bytes that are only on their way do not hold up those behind them
        if (!isDelayed) from.pause()
      })
      from.on('end', () => {
        passing.then(() => to.end())
      })
    },
  }
}

function write(bytes: Buffer, to: Socket): Promise<void> {
  return new Promise((resolve) => {
    to.once('close', resolve)
    to.write(bytes, () => {
      to.off('close', resolve)
      resolve()
    })
  })
}
