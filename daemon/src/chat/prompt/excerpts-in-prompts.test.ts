import type { StoredMessage } from '@shortlist/contracts/chat'
import { EXCERPT_FRAME_TOKENS, estimateTokens } from '@shortlist/contracts/limits'
import { describe, expect, it } from 'vitest'
import { excerptOf } from '../../../test/excerpt.ts'
import { outsideFences } from '../../../test/outside-fences.ts'
import { passage } from '../../../test/passage.ts'
import {
  type BuiltPrompt,
  buildPrompt,
  type PromptParts,
  questionTokens,
  systemPrompts,
} from './build-prompt.ts'

const WINDOW = 6300
const FENCE = 'f'.repeat(24)

function about(content: string, text: string): StoredMessage {
  return { role: 'user', content, excerpt: excerptOf(text) }
}

function bot(content: string): StoredMessage {
  return { role: 'bot', content }
}

/** A turn of about a thousand characters. */
function chatter(at: number): StoredMessage[] {
  return [{ role: 'user', content: `Chatter ${at}` }, bot('bla '.repeat(246))]
}

function build(parts: Partial<PromptParts>): Promise<BuiltPrompt> {
  const nothing = {
    earlier: [],
    passages: [],
    findTurns: async () => [],
    contextTokens: WINDOW,
  }
  return buildPrompt({ mode: 'chat', question: 'Why?', fence: FENCE, ...nothing, ...parts })
}

/** The prompt without what the product itself says. */
function said({ messages }: BuiltPrompt): string {
  return messages
    .slice(1)
    .map(({ content }) => content)
    .join('\n')
}

function expectClosed({ messages }: BuiltPrompt): void {
  for (const { content, role } of messages.slice(1)) {
    const opened = content.split(`<<<${FENCE} `).length
    expect([role, content.split(`\n${FENCE}>>>\n`).length]).toEqual([role, opened])
  }
}

describe('the excerpt of a question', () => {
  it('stands fenced between the passages and the words, and the question stays the words', async () => {
    const excerpt = excerptOf('We pay well.')
    const prompt = await build({ passages: [passage('const a = 1')], excerpt })

    const { content } = prompt.messages.at(-1) ?? { content: '' }
    const places = ['const a = 1', 'We pay well.', 'My message:\nWhy?'].map((text) =>
      content.indexOf(text),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(outsideFences(content, FENCE).labels).toHaveLength(2)
    expect(prompt).toMatchObject({ question: 'Why?', hasExcerpt: true })
    expect(prompt.messages[0]?.content).toBe(systemPrompts.chat)
  })

  it('is never cut, and what it is counted at is what it takes', async () => {
    const text = `${'<s>'.repeat(2_000)}${'x'.repeat(6_000)}`
    const asked = { mode: 'coach', question: 'Why?', excerpt: excerptOf(text) } as const
    const earlier = Array.from({ length: 100 }, (_, at) => chatter(at)).flat()

    const alone = await build(asked)
    const among = await build({ ...asked, earlier })

    expect(questionTokens(asked)).toBe(alone.tokens)
    expect(said(among)).toContain('< s>'.repeat(2_000) + 'x'.repeat(6_000))
    expect(among.tokens).toBeLessThanOrEqual(WINDOW)
  })
})

it.each([
  ['a page', excerptOf('x'.repeat(9_000))],
  ['a selection without a name', excerptOf('x', { kind: 'selection', title: '', url: '' })],
  [
    'a long name',
    excerptOf('x', { title: 'T'.repeat(120), url: `https://a.b/${'u'.repeat(280)}` }),
  ],
])(
  'clients can tell what an excerpt takes, a little more rather than less: %s',
  (_what, excerpt) => {
    const asked = { mode: 'chat', question: 'Why?' } as const
    const { title, url, text } = excerpt

    const takes = questionTokens({ ...asked, excerpt }) - questionTokens(asked)

    const told = estimateTokens(`${title}\n${url}\n${text}`) + EXCERPT_FRAME_TOKENS
    expect(told - takes).toBeGreaterThanOrEqual(0)
    expect(told - takes).toBeLessThan(20)
  },
)

describe('the excerpts of earlier questions', () => {
  it('stand whole with them where everything fits, each behind the fence of this prompt', async () => {
    const advert = [about('What is it?', 'An advert.'), bot('An advert.')]
    const earlier = [...advert, about('', 'A CV.'), bot('Of a tester.')]

    const { messages } = await build({ earlier })

    expect(messages[1]?.content).toMatch(/\nAn advert\.\nf{24}>>>\nMy message:\nWhat is it\?$/)
    expect(messages[3]?.content).toMatch(
      /\nA CV\.\nf{24}>>>\nMy message:\nWhat does this web page say.*$/,
    )
  })

  it('keep half of the room for the newest and the beginnings of the others', async () => {
    const pages = [1, 2, 3].map((at) => `PAGE ${at}. ${`${at}`.repeat(11_000)}`)
    const earlier = pages.flatMap((page, at) => [about(`Q${at + 1}`, page), bot('Yes.')])

    const prompt = await build({ earlier })

    expect([1, 2, 3].map((at) => said(prompt).split(`${at}`.repeat(1_000)).length - 1)).toEqual([
      1, 1, 11,
    ])
    for (const at of [1, 2, 3]) expect(said(prompt)).toContain(`PAGE ${at}.`)
    expect(prompt.tokens).toBeLessThanOrEqual(WINDOW)
    expectClosed(prompt)
  })

  it.each([
    ['a short reply', 'An advert.', {}],
    ['a long reply', `An advert. ${'y'.repeat(9_000)} END`, {}],
    ['little room', 'An advert.', { question: 'x'.repeat(12_000) }],
  ])('keep the beginning of the newest however long one talks: %s', async (_what, reply, parts) => {
    const page = `SALARY 90,000. ${'x'.repeat(11_000)}`
    const talk = Array.from({ length: 60 }, (_, at) => chatter(at)).flat()
    const earlier = [about('What is it?', page), bot(reply), ...talk]

    const filled = await build({ earlier, ...parts })
    const searched = await build({ earlier, ...parts, findTurns: async () => [7] })

    for (const prompt of [filled, searched]) {
      expect(said(prompt)).toContain('SALARY 90,000.')
      expect(said(prompt)).toContain('Chatter 59')
      expect(prompt.tokens).toBeLessThanOrEqual(WINDOW)
      expectClosed(prompt)
    }
    expect(filled.tokens).toBeGreaterThan(WINDOW * 0.9)
    expect(said(searched)).toContain('Chatter 6\n')
  })

  it('leave the words of a follow-up beside a long page, and a long page beside long words', async () => {
    const page = `BEGIN ${'x'.repeat(11_900)}`
    const earlier = [about('What is it?', page), bot(`An advert. ${'y'.repeat(9_000)} END`)]

    const prompt = await build({ earlier, question: 'And now?', excerpt: excerptOf(page) })

    expect(said(prompt)).toMatch(/BEGIN x+\n\[\.\.\.\]/)
    expect(said(prompt)).toContain('What is it?')
    expect(said(prompt)).toContain(' END')
    expectClosed(prompt)
  })

  it('lose no more of a page with soft hyphens than of another', async () => {
    const page = 'hy\u00adphen '.repeat(1_300)
    const earlier = [about('What is it?', page), bot('y'.repeat(12_000))]

    const prompt = await build({ earlier, question: 'x'.repeat(8_000) })

    expect(said(prompt).match(/hyphen /g)?.length).toBeGreaterThan(800)
    expect(prompt.tokens).toBeLessThanOrEqual(WINDOW)
  })

  it('are looked through with their questions, always by the same words', async () => {
    const searched: (readonly string[])[] = []
    const findTurns = async (turns: readonly string[]) => {
      searched.push(turns)
      return []
    }
    const talk = Array.from({ length: 60 }, (_, at) => chatter(at)).flat()
    const earlier = [about('What is it?', 'x'.repeat(11_000)), bot('An advert.'), ...talk]

    await build({ earlier, findTurns })
    await build({ earlier: [...earlier, ...chatter(60)], findTurns, fence: 'e'.repeat(24) })

    const [first = '', again] = searched.map(([turn]) => turn)
    expect(first).toMatch(/^What is it\?\nSenior developer\nx{1900,}\nAn advert\.$/)
    expect(again).toBe(first)
  })

  it.each([
    ['pages', Array.from({ length: 30 }, () => [about('q?', 'p'.repeat(12_000)), bot('a')]).flat()],
    ['pages with replies', [about('q?', 'p'.repeat(12_000)), bot('a'.repeat(30_000))]],
    ['one page under long words', [about('q'.repeat(30_000), 'p'.repeat(12_000)), bot('a')]],
    [
      'tokens',
      ['<s>'.repeat(4_000), '[INST]'.repeat(2_000)].flatMap((text) => [
        about('q?', text),
        bot('a'),
      ]),
    ],
    [
      'words before what nobody sees',
      [about('q?', `${'p'.repeat(9_000)}${'\u00ad'.repeat(3_000)}`), bot('a'.repeat(30_000))],
    ],
    ['what nobody sees', [about('q?', `x${'\u200b'.repeat(11_999)}`), bot('a'.repeat(21_000))]],
    [
      'small excerpts',
      Array.from({ length: 2_000 }, (_, at) => [about(`q${at}`, 'p'), bot('a')]).flat(),
    ],
    [
      'long names',
      Array.from({ length: 20 }, () => [
        {
          ...about('q?', 'p'.repeat(600)),
          excerpt: excerptOf('p', {
            title: '"'.repeat(300),
            url: `https://a.b/${'"'.repeat(2_000)}`,
          }),
        },
        bot('a'),
      ]).flat(),
    ],
  ])('never exceed the window, and every fence is closed: %s', async (_what, earlier) => {
    const passages = [passage('p'.repeat(1_500)), passage('p'.repeat(9_000))]
    for (const question of ['Why?', 'x'.repeat(10_000), 'x'.repeat(22_500)]) {
      for (const excerpt of [undefined, excerptOf('<s>'.repeat(3_000))]) {
        if (questionTokens({ mode: 'chat', question, excerpt }) > WINDOW) continue
        const prompt = await build({ earlier, question, excerpt, passages })

        const characters = prompt.messages.reduce((sum, { content }) => sum + content.length, 0)
        expect(prompt.tokens).toBe(Math.ceil(characters / 4))
        expect(prompt.tokens).toBeLessThanOrEqual(WINDOW)
        expect(prompt.messages.at(-1)?.content.endsWith(question)).toBe(true)
        expectClosed(prompt)
      }
    }
  })
})
