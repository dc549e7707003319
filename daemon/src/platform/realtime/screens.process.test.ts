import type { ServerEvent } from '@shortlist/contracts/events'
import type { Socket } from 'socket.io-client'
import { expect, it } from 'vitest'
import { manualClock } from '../../../test/manual-clock.ts'
import { complete, heard, join, started, startRealtime } from '../../../test/realtime-under-test.ts'

const PIECE = 'x'.repeat(200 * 1024)
const FRAMES = 150

/** The TCP connection below a client that has upgraded. */
function line(socket: Socket): { pause(): void; resume(): void } {
  const transport = socket.io.engine.transport as unknown as {
    ws: { _socket: { pause(): void; resume(): void } }
  }
  return transport.ws._socket
}

it('leaves out frames for a socket that does not read, and none for the others', async () => {
  const clock = manualClock()
  const { realtime, ...daemon } = await startRealtime(clock)
  const cookie = daemon.signIn('ada')
  const [slow, quick] = [
    await daemon.connect(cookie, { transports: ['websocket'] }),
    await daemon.connect(cookie, { transports: ['websocket'] }),
  ]
  await join(slow, 'ada')
  await join(quick, 'ada')
  const frames = { slow: 0, quick: 0 }
  let text = ''
  slow.on('chat-chunk', (frame: ServerEvent<'chat-chunk'>) => {
    frames.slow += 1
    if ('fullResponse' in frame) text = frame.fullResponse
  })
  quick.on('chat-chunk', () => {
    frames.quick += 1
  })

  line(slow).pause()
  const reply = realtime.openReply('ada', started())
  reply.push(PIECE)
  for (let frame = 0; frame < FRAMES; frame++) {
    const arrived = heard(quick, 'chat-chunk')
    reply.push('.')
    clock.pass(100)
    await arrived
  }
  const end = heard(slow, 'chat-complete')
  reply.end('chat-complete', complete)
  line(slow).resume()
  await end

  expect(frames.quick).toBeGreaterThanOrEqual(FRAMES)
  expect(frames.slow).toBeLessThan(FRAMES / 2)
  expect(text).toBe(PIECE + '.'.repeat(FRAMES))
})
