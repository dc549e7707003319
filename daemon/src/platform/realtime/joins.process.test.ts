import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../test/manual-clock.ts'
import { join, startRealtime } from '../../../test/realtime-under-test.ts'

describe('what a client may say', () => {
  it('ignores unknown events and refuses malformed ones', async () => {
    const daemon = await startRealtime()
    const socket = await daemon.connect(daemon.signIn('ada'))
    socket.emit('run', 'rm')

    expect(await join(socket, { id: 'ada' })).toEqual({ ok: false, error: 'Malformed event' })
    expect(await join(socket, 'ada', { stream: 'video' })).toMatchObject({ ok: false })
    expect(await socket.timeout(5_000).emitWithAck('chat-resync')).toMatchObject({ ok: false })
    expect(await join(socket, 'ada', { stream: 'delta' })).toMatchObject({ ok: true })
  })

  it('hears 50 events a second and not the 51st', async () => {
    const daemon = await startRealtime(manualClock())
    const socket = await daemon.connect(daemon.signIn('ada'))
    const answers = await Promise.all(Array.from({ length: 51 }, () => join(socket, 'ada')))

    expect(answers.filter(({ ok }) => ok)).toHaveLength(50)
    expect(answers.at(-1)).toEqual({ ok: false, error: 'Too many events' })
  })
})
