import type { Mode } from '@shortlist/contracts/chat'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { guidesLlm, type Pace } from './guides-llm.ts'
import type { Passage, Prompt, PromptImage } from './llm.ts'

const connectLine = /not a language model\. .*start Ollama or set `OPENAI_BASE_URL` in `\.env`/
const atOnce: Pace = async () => undefined

interface Asked {
  readonly mode?: Mode
  readonly passages?: readonly Passage[]
  readonly image?: PromptImage
}

function promptFor(question: string, { mode = 'coach', passages = [], image }: Asked = {}): Prompt {
  const message = { role: 'user', content: question, ...(image && { image }) } as const
  return {
    messages: [{ role: 'system', content: 'You are a coach.' }, message],
    question,
    mode,
    passages,
  }
}

async function answer(question: string, asked?: Asked): Promise<string> {
  const llm = guidesLlm({ pace: atOnce })
  const pieces = await collect(llm.stream(promptFor(question, asked), never()))
  return pieces.join('')
}

function never(): AbortSignal {
  return new AbortController().signal
}

const passage: Passage = {
  path: 'notes/tides.md',
  firstLine: 12,
  lastLine: 13,
  text: 'The tide import runs every hour.\nIt keeps the harbour marks.',
}

it('answers from a guide, names the source and says how to connect a model', async () => {
  const reply = await answer('How do I write a follow-up mail after an interview?')

  expect(reply).toMatch(/^From the guide \*\*Follow-up mail after an interview\*\*:/)
  expect(reply).toContain('### Template for the first follow-up')
  expect(reply).toMatch(
    /\*\*Sources:\*\*\n\n- Guide "Follow-up mail after an interview": .*Template/,
  )
  expect(reply.trimEnd().split('\n').at(-1)).toMatch(connectLine)
})

it('streams many pieces that join to the whole text', async () => {
  const prompt = promptFor('How do I prepare for a system design interview?')
  const pieces = await collect(guidesLlm({ pace: atOnce }).stream(prompt, never()))

  expect(pieces.length).toBeGreaterThan(50)
  expect(pieces.length).toBeLessThanOrEqual(120)
  expect(pieces.join('')).toBe(await answer(prompt.question))
})

it('waits for its pace after every piece', async () => {
  let paces = 0
  const pace: Pace = async () => void paces++
  const pieces = await collect(guidesLlm({ pace }).stream(promptFor('salary negotiation'), never()))

  expect(paces).toBe(pieces.length)
})

it('ends silently in the middle of a pause when it is aborted', async () => {
  const { signal, abort } = abortable()
  const pace: Pace = (paused) =>
    new Promise((_, reject) => {
      paused.addEventListener('abort', () => reject(paused.reason))
      abort()
    })

  const pieces = await collect(guidesLlm({ pace }).stream(promptFor('CV check'), signal))

  expect(pieces).toHaveLength(1)
})

it('stops with its own pace too, without waiting', async () => {
  const { signal, abort } = abortable()
  const pieces: string[] = []
  for await (const piece of guidesLlm().stream(promptFor('CV check'), signal)) {
    pieces.push(piece)
    if (pieces.length === 3) abort()
  }

  expect(pieces).toHaveLength(3)
})

it('says nothing when it was aborted before it began', async () => {
  const stream = guidesLlm({ pace: atOnce }).stream(promptFor('CV check'), AbortSignal.abort())

  expect(await collect(stream)).toEqual([])
})

it('quotes passages that bear on the question, with path and lines', async () => {
  const reply = await answer('When does the tide import run?', { passages: [passage] })

  expect(reply).toContain('From your files:\n\n`notes/tides.md`, lines 12-13:')
  expect(reply).toContain('> The tide import runs every hour.\n> It keeps the harbour marks.')
  expect(reply).toContain('**Sources:**\n\n- `notes/tides.md`, lines 12-13')
})

it('leaves out passages that only share a small word with the question', async () => {
  const other = { ...passage, text: 'Weather tables for sailors.' }

  expect(await answer('How do I negotiate a salary?', { passages: [other] })).not.toContain(
    'tides.md',
  )
})

it('quotes files and guides together where both answer', async () => {
  const notes = { ...passage, path: 'salary.txt', text: 'My salary negotiation: ask for 78,000.' }

  const reply = await answer('salary negotiation', { passages: [notes] })

  expect(reply).toMatch(/- `salary\.txt`, lines 12-13\n- Guide "Negotiating a salary offer"/)
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
])('answers "%s" with what it can do and three questions for the mode', async (greeting) => {
  const [coach, code] = [await answer(greeting), await answer(greeting, { mode: 'chat' })]

  expect(coach.match(/^- .*\?$/gm)).toHaveLength(3)
  expect(code.match(/^- .*\?$/gm)).toHaveLength(3)
  expect(coach).toContain('interview')
  expect(code).toContain('git')
  expect(coach).toMatch(connectLine)
})

it.each(['coach', 'chat'] as const)(
  'can answer the questions that it suggests in %s mode',
  async (mode) => {
    const suggested = (await answer('hello', { mode })).match(/(?<=^- ).*\?$/gm) ?? []

    for (const question of suggested) {
      expect(await answer(question, { mode })).toMatch(/^From the guide/)
    }
  },
)

it.each(['thanks!', 'Thank you very much', 'Vielen Dank', 'merci beaucoup'])(
  'does not take "%s" for a question',
  async (thanks) => {
    expect(await answer(thanks)).toMatch(/^You are welcome\./)
  },
)

it('admits that no guide covers a question', async () => {
  const reply = await answer('chocolate cake recipe')

  expect(reply).toMatch(/^No built-in guide covers this question\./)
  expect(reply).not.toContain('Sources')
  expect(reply).toMatch(connectLine)
})

it('names the nearest topics where no guide covers a question', async () => {
  const reply = await answer('can I work from Spain for a German company')

  expect(reply).toMatch(/^No built-in guide covers this question\. The nearest topics are:/)
  expect(reply).toContain('- Remote work questions')
  expect(reply.match(/^- /gm)?.length).toBeLessThanOrEqual(3)
})

it('says that it cannot look at an image and answers the text', async () => {
  const image = { type: 'image/png', bytes: new Uint8Array([1]) }
  const reply = await answer('Please check my CV', { image })

  expect(reply).toMatch(/^The built-in guides cannot look at images/)
  expect(reply).toContain('From the guide **CV checks for developers**')
})

it('never plays a model: it writes, judges and embeds nothing', async () => {
  const llm = guidesLlm()
  const task = { messages: [], maxTokens: 10 }

  expect(await llm.write(task, never())).toBeNull()
  expect(await llm.json({ ...task, name: 'x', schema: z.string() }, never())).toBeNull()
  expect(await llm.embed(['x'], never())).toBeNull()
})

it('is always ready under its own label', async () => {
  const llm = guidesLlm()

  expect(llm.status()).toEqual({
    kind: 'built-in',
    label: 'Built-in guides',
    model: null,
    error: null,
    found: [],
  })
  expect(await llm.refresh()).toEqual(llm.status())
})

it('says so when the guides cannot be read, at each question anew', async () => {
  const llm = guidesLlm({ pace: atOnce, folder: new URL('./no-such-folder/', import.meta.url) })
  const ask = () => collect(llm.stream(promptFor('CV check'), never()))

  await expect(ask()).rejects.toMatchObject({ code: 'LLM_UNREACHABLE' })
  await expect(ask()).rejects.toThrow('The built-in guides could not be read.')
})

async function collect(pieces: AsyncIterable<string>): Promise<string[]> {
  const collected: string[] = []
  for await (const piece of pieces) collected.push(piece)
  return collected
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
