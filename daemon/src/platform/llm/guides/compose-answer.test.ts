import type { Mode } from '@shortlist/contracts/chat'
import { expect, it } from 'vitest'
import { passage } from '../../../../test/passage.ts'
import type { Passage, PromptImage, PromptMessage } from '../llm.ts'
import { composeAnswer } from './compose-answer.ts'
import { openGuideLibrary } from './guide-library.ts'

const library = await openGuideLibrary()
const connectLine = /not a language model\. .*start Ollama or add a server in Settings/

interface Asked {
  readonly mode?: Mode
  readonly passages?: readonly Passage[]
  readonly image?: PromptImage
  readonly hasExcerpt?: boolean
  readonly history?: readonly PromptMessage[]
}

function answer(question: string, asked: Asked = {}): string {
  const { mode = 'coach', passages = [], image, hasExcerpt = false, history = [] } = asked
  const message = { role: 'user', content: question, ...(image && { image }) } as const
  const messages = [...history, message]
  return composeAnswer({ messages, question, mode, passages, hasExcerpt }, library)
}

it('answers from a guide, names the source and says how to connect a model', () => {
  const reply = answer('How do I write a follow-up mail after an interview?')

  expect(reply).toMatch(/^From the guide \*\*Follow-up mail after an interview\*\*:/)
  expect(reply).toContain('### Template for the first follow-up')
  expect(reply).toMatch(
    /\*\*Sources:\*\*\n\n- Guide "Follow-up mail after an interview": .*Template/,
  )
  expect(reply.trimEnd().split('\n').at(-1)).toMatch(connectLine)
})

const tides = passage('The tide import runs every hour.\nIt keeps the harbour marks.', {
  path: 'notes/tides.md',
  firstLine: 12,
  lastLine: 13,
})

it('quotes passages that bear on the question, with path and lines, and lists them once', () => {
  const reply = answer('When does the tide import run?', { passages: [tides] })

  expect(reply).toMatch(/^From your files:\n\n`notes\/tides\.md`, lines 12-13:/)
  expect(reply).toContain('> The tide import runs every hour.\n> It keeps the harbour marks.')
  expect(reply.match(/tides\.md/g)).toHaveLength(1)
  expect(reply).not.toContain('Sources')
  expect(reply).toMatch(connectLine)
})

it('answers from files where guides only hold some of the words', () => {
  const durable = passage('appendMessage resolves once fsync has put it on the disk.', {
    path: 'src/chat/append-file.ts',
    heading: 'AppendFile › append',
  })
  const question = 'where is a chat message made durable'
  expect(answer(question)).toMatch(/^From the guide/)

  const reply = answer(question, { passages: [durable], mode: 'chat' })

  expect(reply).toContain('`src/chat/append-file.ts`, lines 3-9 (`AppendFile › append`):')
  expect(reply).not.toContain('From the guide')
})

it('quotes the best three passages and names the others', () => {
  const passages = [1, 2, 3, 4, 5].map((at) =>
    passage(`Tide import ${at}`, { path: `t${at}.md`, firstLine: at, lastLine: at }),
  )

  const reply = answer('When does the tide import run?', { passages })

  expect(reply.match(/> Tide import \d/g)).toEqual([1, 2, 3].map((at) => `> Tide import ${at}`))
  expect(reply).toContain('\n\nAlso in: `t4.md`, line 4; `t5.md`, line 5.\n\n')
})

it('only names passages that hold next to nothing of what a guide is about', () => {
  const other = { ...tides, text: 'Weather tables for sailors.' }

  const reply = answer('How do I negotiate a salary?', { passages: [other] })

  expect(reply).toMatch(/^From the guide \*\*Negotiating a salary offer\*\*/)
  expect(reply).toContain(
    'Your files may say something about it too: `notes/tides.md`, lines 12-13.',
  )
  expect(reply).not.toContain('Weather')
})

it('answers from the guide where passages hold less than half of what is asked', () => {
  const code = { ...tides, path: 'src/pipeline.ts', text: 'Counts companies to apply to.' }
  const reply = answer('why do companies ghost me after I apply', { passages: [code] })

  expect(reply).toMatch(/^From the guide /)
  expect(reply).toContain('Your files may say something about it too: `src/pipeline.ts`')
})

it('quotes files before guides where both answer', () => {
  const notes = { ...tides, path: 'salary.txt', text: 'My salary negotiation: ask for 78,000.' }

  const reply = answer('salary negotiation', { passages: [notes] })

  expect(reply).toMatch(/^From your files:\n\n`salary\.txt`, lines 12-13:/)
  expect(reply).toContain('\n\nFrom the guide **Negotiating a salary offer**:\n\n')
})

it.each([
  'Hello!',
  'hi there',
  'What can you do?',
  'Who are you?',
  'Guten Tag',
  'Bonjour',
  'help',
  '',
])('answers "%s" with what it can do and three questions for the mode', (greeting) => {
  const [coach, code] = [answer(greeting), answer(greeting, { mode: 'chat' })]

  expect(coach.match(/^- .*\?$/gm)).toHaveLength(3)
  expect(code.match(/^- .*\?$/gm)).toHaveLength(3)
  expect(coach).toContain('interview')
  expect(code).toContain('git')
  expect(coach).toMatch(connectLine)
})

it.each(['coach', 'chat'] as const)(
  'can answer the questions that it suggests in %s mode',
  (mode) => {
    const suggested = answer('hello', { mode }).match(/(?<=^- ).*\?$/gm) ?? []

    for (const question of suggested) {
      expect(answer(question, { mode })).toMatch(/^From the guide/)
    }
  },
)

it('shows a section of the guide that it quoted last when it is asked for by name', () => {
  const history = converse(['my useEffect runs endlessly', 'smaller traps?'], 'chat')

  expect(history.at(1)?.content).toContain('This guide also covers: ')
  expect(history.at(3)?.content).toMatch(
    /^From the guide \*\*React hooks pitfalls\*\*:\n\n### Smaller traps/,
  )
})

it('goes on in a guide until all of it was shown, nothing twice', () => {
  const history = converse(['How does the STAR method work?', 'more', 'go on', 'weiter'])

  const shown = history.flatMap(({ content }) => content.match(/(?<=^### ).*/gm) ?? [])
  expect(new Set(shown).size).toBe(shown.length)
  expect(shown).toContain('Check a story before you use it')
  expect(history.at(-1)?.content).toMatch(/^You have seen all of the guide \*\*STAR answers\*\*\./)
})

it('takes "more" without a guide before it for a greeting', () => {
  expect(answer('more')).toMatch(/^I answer from built-in guides/)
})

it.each(['thanks!', 'Thank you very much', 'Vielen Dank', 'merci beaucoup'])(
  'does not take "%s" for a question',
  (thanks) => {
    expect(answer(thanks)).toMatch(/^You are welcome\./)
  },
)

it('admits that no guide covers a question', () => {
  const reply = answer('chocolate cake recipe')

  expect(reply).toMatch(/^No built-in guide covers this question\./)
  expect(reply).not.toContain('Sources')
  expect(reply).toMatch(connectLine)
})

it('names the nearest topics where no guide covers a question', () => {
  const reply = answer('can I work from Spain for a German company')

  expect(reply).toMatch(/^No built-in guide covers this question\. The nearest topics are:/)
  expect(reply).toContain('- Remote work questions')
  expect(reply.match(/^- /gm)?.length).toBeLessThanOrEqual(3)
})

it('says that it cannot look at an image and answers the text', () => {
  const image = { type: 'image/png', bytes: new Uint8Array([1]) }
  const reply = answer('Please check my CV', { image })

  expect(reply).toMatch(/^The built-in guides cannot look at images/)
  expect(reply).toContain('From the guide **CV checks for developers**')
})

it.each([
  ['Please check my CV', /From the guide/],
  ['', /I answer from built-in guides/],
])('says that it cannot read a web page and answers the words: %j', (words, expected) => {
  const [first, second] = answer(words, { hasExcerpt: true }).split('\n\n')

  expect(first).toMatch(/^The built-in guides cannot read what you took from the web page/)
  expect(second).toMatch(expected)
  expect(answer(words)).not.toContain('web page;')
})

function converse(questions: readonly string[], mode: Mode = 'coach') {
  const history: PromptMessage[] = []
  for (const question of questions) {
    const content = answer(question, { mode, history: [...history] })
    history.push({ role: 'user', content: question }, { role: 'assistant', content })
  }
  return history
}
