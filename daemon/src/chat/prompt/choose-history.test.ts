import type { StoredMessage } from '@shortlist/contracts/chat'
import { expect, it, vi } from 'vitest'
import type { PromptMessage } from '../../platform/llm/llm.ts'
import { chooseHistory, type FindTurns } from './build-prompt.ts'

function user(content: string): StoredMessage {
  return { role: 'user', content }
}

function bot(content: string): StoredMessage {
  return { role: 'bot', content }
}

/** Turns of a thousand characters, each. */
function chatter(count: number): StoredMessage[][] {
  return Array.from({ length: count }, (_, at) => [
    user(`Chatter ${at}`),
    bot('bla '.repeat(250).slice(0, 988 - `${at}`.length)),
  ])
}

const none: FindTurns = async () => []

function choose(earlier: readonly StoredMessage[], room: number, findTurns: FindTurns) {
  return chooseHistory({ earlier, room, fence: 'f3nce', findTurns })
}

function said(messages: readonly PromptMessage[]): string[] {
  return messages.map(({ content }) => content.slice(0, 12))
}

it('is everything where everything fits, and nothing is searched', async () => {
  const findTurns = vi.fn(none)
  const earlier = chatter(5).flat()

  const roles = { user: 'user', bot: 'assistant' }
  const sent = earlier.map(({ role, content }) => ({ role: roles[role], content }))
  expect(await choose(earlier, 6_000, findTurns)).toEqual(sent)
  expect(findTurns).not.toHaveBeenCalled()
})

it('is the newest turns and, of the older ones, those that were found, in the order of the chat', async () => {
  const earlier = chatter(30).flat()

  const history = await choose(earlier, 8_500, async () => [12, 3])

  const questions = said(history).filter((text) => text.startsWith('Chatter'))
  expect(questions).toEqual([3, 12, 24, 25, 26, 27, 28, 29].map((at) => `Chatter ${at}`))
})

it('has all older turns searched from the first on, by the beginning of what was said', async () => {
  const findTurns = vi.fn(none)
  const long = [user('First'), bot(`${'x'.repeat(50_000)}end`)]

  await choose([long, ...chatter(30)].flat(), 8_500, findTurns)

  const [turns = []] = findTurns.mock.calls[0] ?? []
  expect(turns).toHaveLength(25)
  expect(turns[0]).toBe(`First\n${'x'.repeat(2_000)}`)
  expect(turns[1]?.startsWith('Chatter 0\nbla ')).toBe(true)
})

it('leaves out what was found where it does not fit, and takes the next', async () => {
  const huge = [user('Huge'), bot('x'.repeat(9_000))]
  const earlier = [huge, ...chatter(30)].flat()

  const history = said(await choose(earlier, 8_500, async () => [0, 1]))

  expect(history).not.toContain('Huge')
  expect(history[0]).toBe('Chatter 0')
})

it('fills its room with recent turns where none was found', async () => {
  const history = await choose(chatter(30).flat(), 8_500, none)

  expect(said(history).filter((text) => text.startsWith('Chatter'))).toEqual(
    [22, 23, 24, 25, 26, 27, 28, 29].map((at) => `Chatter ${at}`),
  )
})

it.each([[[-1, 99, 1.5, Number.NaN]], [[4, 4, 4]]])(
  'takes no turn twice and none that there is not: %j',
  async (places) => {
    const history = await choose(chatter(30).flat(), 8_500, async () => places)

    const questions = said(history).filter((text) => text.startsWith('Chatter'))
    expect(new Set(questions).size).toBe(questions.length)
    expect(history.reduce((sum, { content }) => sum + content.length + 2, 0)).toBeLessThan(8_500)
  },
)

it('shortens a newest reply that is too long by itself, keeps both its ends and searches nothing', async () => {
  const findTurns = vi.fn(none)
  const long = [user('Write a lot'), bot(`BEGIN ${'x'.repeat(60_000)} END`)]

  const history = await choose([...chatter(3), long].flat(), 8_500, findTurns)

  expect(history).toHaveLength(2)
  expect(history[1]?.content).toMatch(/^BEGIN [\s\S]*\[\.\.\.\][\s\S]* END$/)
  expect(findTurns).not.toHaveBeenCalled()
})
