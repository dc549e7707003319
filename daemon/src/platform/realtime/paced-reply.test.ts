import type { ServerEvent, TerminalEventName } from '@shortlist/contracts/events'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../test/manual-clock.ts'
import { PacedReply } from './paced-reply.ts'
import type { Dialect, Screen } from './screens.ts'

const started = {
  messageId: 7,
  chatId: 'ada_1',
  mode: 'chat',
  question: 'Hi',
  startedAt: '2026-03-01T10:00:00.000Z',
} as const

interface TestScreen extends Screen {
  isBehind: boolean
  readonly frames: ServerEvent<'chat-chunk'>[]
  readonly names: string[]
  /** What a client of the dialect shows, or undefined after a gap. */
  text(): string | undefined
}

function screen(id: string): TestScreen {
  const frames: ServerEvent<'chat-chunk'>[] = []
  const names: string[] = []
  return {
    id,
    isBehind: false,
    frames,
    names,
    send(name, payload) {
      names.push(name)
      if (name === 'chat-chunk') frames.push(payload as ServerEvent<'chat-chunk'>)
    },
    text() {
      let text: string | undefined = ''
      for (const frame of frames) {
        if ('fullResponse' in frame) text = frame.fullResponse
        else text = frame.offset === text?.length ? text + frame.delta : undefined
      }
      return text
    },
  }
}

function openReply(rooms: Partial<Record<Dialect, Screen[]>>) {
  const clock = manualClock()
  const ends: TerminalEventName[] = []
  const reply = new PacedReply({
    started,
    clock,
    screens: (dialect) => rooms[dialect] ?? [],
    onEnd: (name) => ends.push(name),
  })
  return { reply, clock, ends }
}

const complete = { messageId: 7, chatId: 'ada_1', fullResponse: '', contextPercent: 1 }

describe('a reply on its way', () => {
  it('sends the first piece at once and merges what comes within 8 ms', () => {
    const delta = screen('a')
    const { reply, clock } = openReply({ delta: [delta] })
    reply.catchUp(delta, 'delta')

    for (const piece of ['Hel', 'lo', ' wor', 'ld']) reply.push(piece)
    expect(delta.frames).toEqual([{ messageId: 7, offset: 0, delta: 'Hel' }])
    clock.pass(8)

    expect(delta.frames.at(-1)).toEqual({ messageId: 7, offset: 3, delta: 'lo world' })
  })

  it.each([
    { length: 10, after: 8 },
    { length: 32 * 1024, after: 63 },
    { length: 200_000, after: 100 },
  ])('sends a screen of the contract all $length characters again after $after ms', (each) => {
    const text = 'x'.repeat(each.length)
    const full = screen('a')
    const { reply, clock } = openReply({ full: [full] })

    reply.push(text)
    reply.push('y')
    clock.pass(each.after - 1)
    expect(full.frames).toHaveLength(1)
    clock.pass(1)

    expect(full.frames.at(-1)).toMatchObject({ fullResponse: `${text}y` })
  })

  it('lets deltas pass every 8 ms, however long the reply is', () => {
    const delta = screen('a')
    const { reply, clock } = openReply({ delta: [delta] })
    reply.catchUp(delta, 'delta')

    reply.push('x'.repeat(200_000))
    reply.push('y')
    clock.pass(8)

    expect(delta.frames.at(-1)).toMatchObject({ offset: 200_000, delta: 'y' })
  })

  it('flushes what is left before the end and ends once', () => {
    const delta = screen('a')
    const { reply, ends } = openReply({ delta: [delta] })
    reply.catchUp(delta, 'delta')
    reply.push('one ')
    reply.push('two')

    reply.end('chat-complete', complete)
    reply.end('chat-error', { messageId: 7, chatId: 'ada_1', error: 'late' })
    reply.push('three')

    expect(delta.text()).toBe('one two')
    expect(ends).toEqual(['chat-complete'])
  })

  it('does not split a surrogate pair between two frames', () => {
    const delta = screen('a')
    const { reply, clock } = openReply({ delta: [delta] })
    reply.catchUp(delta, 'delta')
    const smile = '😀'

    reply.push(`ab${smile.slice(0, 1)}`)
    reply.push(`${smile.slice(1)}cd`)
    clock.pass(8)

    expect(delta.frames).toMatchObject([{ delta: 'ab' }, { offset: 2, delta: '😀cd' }])
  })

  it('passes a slow screen over, keeps it bounded and brings it up to date when it reads again', () => {
    const [slow, quick] = [screen('slow'), screen('quick')]
    const { reply, clock } = openReply({ delta: [slow, quick] })
    reply.catchUp(slow, 'delta')
    reply.catchUp(quick, 'delta')
    slow.isBehind = true

    for (let piece = 0; piece < 200; piece++) {
      reply.push('word ')
      clock.pass(8)
    }
    expect(slow.frames).toEqual([])
    expect(quick.text()).toBe('word '.repeat(200))

    slow.isBehind = false
    clock.pass(100)
    expect(slow.frames).toHaveLength(1)
    expect(slow.text()).toBe('word '.repeat(200))
  })

  it('gives a slow screen everything at the end', () => {
    const slow = screen('slow')
    slow.isBehind = true
    const { reply } = openReply({ full: [slow] })
    reply.push('all of it')

    reply.end('chat-stopped', { messageId: 7, chatId: 'ada_1' })

    expect(slow.text()).toBe('all of it')
  })

  it('tells a screen that joins in the middle of the reply and of its text in one frame', () => {
    const [first, late] = [screen('a'), screen('b')]
    const room = [first]
    const { reply, clock } = openReply({ delta: room })
    reply.catchUp(first, 'delta')
    reply.push('one ')
    clock.pass(8)

    room.push(late)
    reply.catchUp(late, 'delta')
    reply.push('two')
    clock.pass(8)

    expect(late.names).toEqual(['chat-started', 'chat-chunk', 'chat-chunk'])
    expect(late.frames[0]).toMatchObject({ fullResponse: 'one ' })
    expect([first.text(), late.text()]).toEqual(['one two', 'one two'])
  })

  it('builds nothing for a dialect that nobody has joined', () => {
    const full = screen('a')
    const { reply, clock } = openReply({ full: [full] })
    for (let piece = 0; piece < 50; piece++) reply.push('word ')
    clock.pass(100)

    expect(full.frames).toHaveLength(2)
    const late = screen('b')
    reply.sendWhole(late)
    expect(late.text()).toBe('word '.repeat(50))
  })
})
