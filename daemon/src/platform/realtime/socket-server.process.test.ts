import type { ServerEvent } from '@shortlist/contracts/events'
import { describe, expect, it } from 'vitest'
import {
  complete,
  cut,
  hearChats,
  heard,
  join,
  started,
  startRealtime,
} from '../../../test/realtime-under-test.ts'

describe('a client of ours', () => {
  it('joins by its session, hears that a reply starts and gets deltas', async () => {
    const { realtime, ...daemon } = await startRealtime()
    const socket = await daemon.connect(daemon.signIn('ada'))
    const events = hearChats(socket)

    expect(await join(socket, 'ada', { stream: 'delta' })).toEqual({ ok: true, running: [] })
    const reply = realtime.openReply('ada', started())
    reply.push('Hel')
    reply.push('lo')
    reply.end('chat-complete', complete)
    await heard(socket, 'chat-complete')

    expect(events).toEqual([
      ['chat-started', started()],
      ['chat-chunk', { messageId: 7, offset: 0, delta: 'Hel' }],
      ['chat-chunk', { messageId: 7, offset: 3, delta: 'lo' }],
      ['chat-complete', complete],
    ])
  })

  it('attaches to a reply that runs, with one full frame, and gets what ended lately', async () => {
    const { realtime, ...daemon } = await startRealtime()
    realtime
      .openReply('ada', started('done'))
      .end('chat-complete', { ...complete, messageId: 'done' })
    const reply = realtime.openReply('ada', started('runs'))
    reply.push('so far')
    const socket = await daemon.connect(daemon.signIn('ada'))
    const events = hearChats(socket)

    expect(await join(socket, 'ada', { stream: 'delta' })).toEqual({ ok: true, running: ['runs'] })

    const about = { messageId: 'runs', chatId: 'ada_1' }
    expect(events).toEqual([
      ['chat-started', started('runs')],
      ['chat-chunk', { ...about, fullResponse: 'so far' }],
      ['chat-complete', { ...complete, messageId: 'done' }],
    ])
  })

  it('gets one full frame when it asks for it, and the end of a reply that is over', async () => {
    const { realtime, ...daemon } = await startRealtime()
    const socket = await daemon.connect(daemon.signIn('ada'))
    await join(socket, 'ada', { stream: 'delta' })
    const reply = realtime.openReply('ada', started())
    reply.push('so far')
    const events = hearChats(socket)

    await socket.timeout(5_000).emitWithAck('chat-resync', { messageId: 7 })
    reply.end('chat-complete', complete)
    await heard(socket, 'chat-complete')
    await socket.timeout(5_000).emitWithAck('chat-resync', { messageId: 7 })

    expect(events.map(([name]) => name).slice(-3)).toEqual([
      'chat-chunk',
      'chat-complete',
      'chat-complete',
    ])
    expect(events).toContainEqual([
      'chat-chunk',
      { messageId: 7, chatId: 'ada_1', fullResponse: 'so far' },
    ])
  })

  it('heals after a lost connection with at most one full frame', async () => {
    const { realtime, ...daemon } = await startRealtime()
    const socket = await daemon.connect(daemon.signIn('ada'))
    let text = ''
    let wholeFrames = 0
    socket.on('chat-chunk', (frame: ServerEvent<'chat-chunk'>) => {
      if ('fullResponse' in frame) {
        text = frame.fullResponse
        wholeFrames += 1
      } else if (frame.offset === text.length) text += frame.delta
      else socket.emit('chat-resync', { messageId: frame.messageId })
    })
    await join(socket, 'ada', { stream: 'delta' })
    const reply = realtime.openReply('ada', started())
    reply.push('one ')
    await heard(socket, 'chat-chunk')

    const back = heard(socket, 'connect')
    cut(socket)
    reply.push('two ')
    await back
    await join(socket, 'ada', { stream: 'delta' })
    reply.push('three')
    reply.end('chat-stopped', { messageId: 7, chatId: 'ada_1' })
    await heard(socket, 'chat-stopped')

    expect(text).toBe('one two three')
    expect(wholeFrames).toBeLessThanOrEqual(1)
  })
})

it('tells two replies apart whose chats use the same message id', async () => {
  const { realtime } = await startRealtime()
  const first = realtime.openReply('ada', started(7))
  const second = realtime.openReply('ada', { ...started(7), chatId: 'ada_2' })

  first.end('chat-complete', complete)
  expect(realtime.running('ada')).toEqual([7])
  realtime.openReply('ada', started(8))
  second.end('chat-complete', complete)

  expect(realtime.running('ada')).toEqual([8])
})

describe('an existing client', () => {
  /** One that is in the room of its account. */
  async function startJoined() {
    const { realtime, ...daemon } = await startRealtime()
    const socket = daemon.existingClient(daemon.signIn('ada'))
    socket.connect()
    await join(socket, 'ada')
    return { realtime, socket }
  }

  it('polls without a cookie, shows it at the upgrade and hears what came before', async () => {
    const { realtime, ...daemon } = await startRealtime()
    const socket = daemon.existingClient(daemon.signIn('ada'))
    const events = hearChats(socket)
    socket.emit('join-sync-updates', 'ada')
    socket.emit('join-chat', 'ada')
    realtime.openReply('ada', started()).end('chat-complete', complete)
    const end = heard(socket, 'chat-complete')

    socket.connect()
    await end

    expect(events).toEqual([['chat-complete', complete]])
  })

  it('hears full frames whose last one is the whole text', async () => {
    const { realtime, ...daemon } = await startRealtime()
    const socket = daemon.existingClient(daemon.signIn('ada'))
    const events = hearChats(socket)
    socket.connect()
    await join(socket, 'ada')

    const reply = realtime.openReply('ada', started())
    for (const piece of ['Hel', 'l', 'o']) reply.push(piece)
    reply.end('chat-complete', complete)
    await heard(socket, 'chat-complete')

    expect(events).toEqual([
      ['chat-chunk', { messageId: 7, chatId: 'ada_1', fullResponse: 'Hel' }],
      ['chat-chunk', { messageId: 7, chatId: 'ada_1', fullResponse: 'Hello' }],
      ['chat-complete', complete],
    ])
  })

  it('is in its room again after a lost connection without joining again', async () => {
    const { realtime, socket } = await startJoined()
    const reply = realtime.openReply('ada', started())
    reply.push('one ')
    await heard(socket, 'chat-chunk')

    const back = heard(socket, 'connect')
    cut(socket)
    reply.push('two')
    await back
    reply.end('chat-complete', { ...complete, fullResponse: 'one two' })

    expect(await heard(socket, 'chat-complete')).toMatchObject({ fullResponse: 'one two' })
    expect(socket.recovered).toBe(true)
  })

  it('is in its room again also when the packet it saw last is long forgotten', async () => {
    const { realtime, socket } = await startJoined()
    const back = heard(socket, 'connect')
    Reflect.set(socket, '_lastOffset', 'of an hour ago')
    cut(socket)
    await back
    realtime.publish('ada', 'chat-complete', complete)

    expect(await heard(socket, 'chat-complete')).toEqual(complete)
  })

  it('hears an end that came while its connection was lost', async () => {
    const { realtime, socket } = await startJoined()
    const reply = realtime.openReply('ada', started())
    reply.push('one ')
    await heard(socket, 'chat-chunk')
    const end = heard(socket, 'chat-complete')

    cut(socket)
    reply.end('chat-complete', complete)

    expect(await end).toEqual(complete)
  })

  it('keeps its wish when the line breaks before the upgrade', async () => {
    const { realtime, ...daemon } = await startRealtime()
    const cookie = daemon.signIn('ada')
    const socket = daemon.client({ transports: ['polling'] })
    socket.connect()
    await heard(socket, 'ready')
    socket.emit('join-chat', 'ada')
    // the server has handled the wish when it answers what came after it
    await socket.timeout(5_000).emitWithAck('chat-resync', { messageId: 1 })

    const back = heard(socket, 'connect')
    socket.io.opts.extraHeaders = { cookie }
    cut(socket)
    await back
    realtime.publish('ada', 'chat-complete', complete)

    expect(await heard(socket, 'chat-complete')).toEqual(complete)
  })
})
