import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom, shuffled } from '../test/seeded-random.ts'

/** A passage, and where it has one the question that its first sentence was. */
export interface KnownItem {
  readonly text: string
  readonly question: string | undefined
}

/** Packages whose published type declarations are well commented, in versions that are pinned. */
const packages = [
  '@copilotkit+aimock',
  '@tanstack+query-core',
  '@types+luxon',
  '@types+node',
  'date-fns',
  'hono',
  'ical.js',
  'imapflow',
  'minisearch',
  'openai',
  'postcss',
  'puppeteer-core',
  'react-router',
  'socket.io',
  'type-fest',
  'unpdf',
  'vite',
  'vitest',
]
const modules = join(import.meta.dirname, '../../node_modules/.pnpm')

const PASSAGE_CHARACTERS = [150, 2_000] as const
const REST_CHARACTERS = 120
const QUESTION_WORDS = 3
const SEED = 20_260_101

/** Words that say nothing of what a sentence is about; the arms have their own lists, or none. */
const empty = new Set(
  'a an and are as at be by can do for from has have if in is it its not of on or that the their this to was when which will with you your'.split(
    ' ',
  ),
)

/**
 * The size that the gates are about, with `--quick` too: of a tenth of it MiniSearch has little work.
 */
export const GATED_PASSAGES = 10_000

/** The comments of the declarations as passages, each once, in an order that is always the same. */
export function readKnownItems(): KnownItem[] {
  const texts = new Set<string>()
  for (const name of packages) {
    for (const file of globSync(`${name}@*/node_modules/**/*.d.ts`, { cwd: modules }).sort()) {
      const code = readFileSync(join(modules, file), 'utf8')
      for (const [, comment = ''] of code.matchAll(/\/\*\*([\s\S]*?)\*\//g))
        texts.add(plain(comment))
    }
  }
  const [least, most] = PASSAGE_CHARACTERS
  const fitting = [...texts].filter(({ length }) => length >= least && length <= most)
  const items = new Map(fitting.map(knownItem).map((item) => [item.text, item]))
  return shuffled(withQuestionsOnce([...items.values()]), seededRandom(SEED))
}

/**
 * So many passages, the known ones first; the rest is made of stretches of several of them, so that
 * every word is as frequent as it is among them.
 */
export function passagesOf(items: readonly KnownItem[], count: number): string[] {
  const texts = items.slice(0, count).map(({ text }) => text)
  const words = items.map(({ text }) => text.split(/\s+/))
  const random = seededRandom(SEED)
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)]
  for (let number = texts.length; number < count; number++) {
    const length = pick(words)?.length ?? 0
    const mixed: string[] = [`${number}`]
    while (mixed.length < length) {
      const from = pick(words) ?? []
      const start = Math.floor(random() * from.length)
      mixed.push(...from.slice(start, start + 3 + Math.floor(random() * 6)))
    }
    texts.push(mixed.join(' '))
  }
  return texts
}

/** The first so many questions whose passages are among the first `passages`. */
export function questionsOf(
  items: readonly KnownItem[],
  { passages, questions }: { readonly passages: number; readonly questions: number },
): { readonly question: string; readonly answer: string }[] {
  return items
    .slice(0, passages)
    .flatMap(({ text, question }) => (question === undefined ? [] : [{ question, answer: text }]))
    .slice(0, questions)
}

function plain(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim()
}

function knownItem(text: string): KnownItem {
  const [first = ''] = /^[^@]*?[.!?](?=\s|$)/.exec(text) ?? []
  const rest = text.slice(first.length).trim()
  const content = first.toLowerCase().match(/[a-z]{2,}/g) ?? []
  const prose = rest.replace(/^(@(see|since|default|deprecated)\b|https?:).*$/gm, '').trim()
  const isAsked =
    prose.length >= REST_CHARACTERS &&
    content.filter((word) => !empty.has(word)).length >= QUESTION_WORDS
  return isAsked ? { text: rest, question: first } : { text, question: undefined }
}

/** What several passages begin with asks for none of them. */
function withQuestionsOnce(items: readonly KnownItem[]): KnownItem[] {
  const times = Map.groupBy(items, ({ question }) => question)
  return items.map(({ text, question }) => {
    const isOne = question !== undefined && times.get(question)?.length === 1
    return { text, question: isOne ? question : undefined }
  })
}
