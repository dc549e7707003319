import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../test/manual-clock.ts'
import {
  complete,
  cut,
  hearChats,
  heard,
  join,
  type RealtimeUnderTest,
  started,
  startRealtime,
} from '../../../test/realtime-under-test.ts'

describe('whose events a socket hears', () => {
  async function strangers({ signIn, connect }: RealtimeUnderTest) {
    return { ada: await connect(signIn('ada')), bob: await connect(signIn('bob')) }
  }

  it('gives no room to a socket that names another account, and says so', async () => {
    const daemon = await startRealtime()
    const { bob } = await strangers(daemon)
    const events = hearChats(bob)

    expect(await join(bob, 'ada')).toEqual({ ok: false, error: 'Forbidden' })
    expect(await join(bob, 'ada', { stream: 'delta' })).toMatchObject({ ok: false })
    expect(await join(bob, 'undefined')).toMatchObject({ ok: false })
    daemon.realtime.publish('ada', 'chat-complete', complete)
    daemon.realtime.publish('bob', 'chat-titled', { chatId: 'bob_1', title: 'Mine' })
    await join(bob, 'bob')

    expect(events).toEqual([['chat-titled', { chatId: 'bob_1', title: 'Mine' }]])
  })

  it('joins the room of the session where no account is named', async () => {
    const daemon = await startRealtime()
    const { ada } = await strangers(daemon)

    expect(await ada.timeout(5_000).emitWithAck('join-chat')).toEqual({ ok: true, running: [] })
    daemon.realtime.publish('ada', 'chat-complete', complete)

    expect(await heard(ada, 'chat-complete')).toEqual(complete)
  })

  it('sends nothing to a connection without a session and closes it after 20 s', async () => {
    const clock = manualClock()
    const daemon = await startRealtime(clock)
    const socket = daemon.client({ reconnection: false }).connect()
    const events = hearChats(socket)
    await heard(socket, 'ready')
    socket.emit('join-chat', 'ada')
    await socket.timeout(5_000).emitWithAck('chat-resync', { messageId: 7 })
    daemon.realtime.publish('ada', 'chat-complete', complete)

    const gone = heard(socket, 'disconnect')
    clock.pass(20_000)
    await gone

    expect(events).toEqual([])
  })

  it('keeps at most 8 joins of a connection without a session', async () => {
    const daemon = await startRealtime()
    const socket = daemon.client().connect()
    await heard(socket, 'ready')
    for (let wish = 0; wish < 8; wish++) socket.emit('join-chat', 'ada')

    expect(await join(socket, 'ada')).toMatchObject({ ok: false })
  })

  it('closes a connection on which another account shows up', async () => {
    const daemon = await startRealtime()
    const socket = daemon.client({
      reconnection: false,
      transportOptions: {
        polling: { extraHeaders: { cookie: daemon.signIn('ada') } },
        websocket: { extraHeaders: { cookie: daemon.signIn('bob') } },
      },
    })

    const gone = heard(socket, 'disconnect')
    socket.connect()

    await gone
    expect(socket.connected).toBe(false)
  })

  it('tells a session that was revoked meanwhile nothing after its recovery', async () => {
    const { realtime, ...daemon } = await startRealtime()
    const cookie = daemon.signIn('ada')
    const socket = daemon.existingClient(cookie)
    socket.connect()
    await join(socket, 'ada')
    const reply = realtime.openReply('ada', started())
    reply.push('one ')
    await heard(socket, 'chat-chunk')
    const events = hearChats(socket)

    const back = heard(socket, 'ready')
    cut(socket)
    daemon.forget(cookie)
    reply.push('secret')
    reply.end('chat-complete', complete)
    await back
    await socket.timeout(5_000).emitWithAck('chat-resync', { messageId: 7 })

    expect(socket.recovered).toBe(false)
    expect(events).toEqual([])
  })

  it('disconnects the sockets of a session that is signed out, and no others', async () => {
    const daemon = await startRealtime()
    const cookie = daemon.signIn('ada')
    const gone = await daemon.connect(cookie, { reconnection: false })
    const stays = await daemon.connect(daemon.signIn('ada'))
    const end = heard(gone, 'disconnect')

    daemon.signOut(cookie)
    await end

    expect(await join(stays, 'ada')).toMatchObject({ ok: true })
  })

  it('disconnects the sockets of a session that has expired within a minute', async () => {
    const clock = manualClock()
    const daemon = await startRealtime(clock)
    const cookie = daemon.signIn('ada')
    const socket = await daemon.connect(cookie, { reconnection: false })
    const gone = heard(socket, 'disconnect')

    daemon.forget(cookie)
    clock.pass(60_000)

    await gone
  })
})
