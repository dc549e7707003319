import { createRandom } from './create-random.ts'

/** The fixed kinds of replies that rendering is measured with. */
export type ReplyKind = 'mixed' | 'fence' | 'paragraph' | 'table'

const words =
  'the offer asks for a clear answer so write what you built measured and learned before the team talk because a recruiter reads fast and remembers numbers while code shows how you think'.split(
    ' ',
  )

/** A reply of that kind, the same for the same length, of exactly `length` UTF-16 units. */
export function makeReply(kind: ReplyKind, length: number): string {
  const random = createRandom(42)
  const parts: string[] = []
  let size = 0
  while (size < length) {
    const part = makers[kind](random, parts.length)
    parts.push(part)
    size += part.length
  }
  return parts.join('').slice(0, length)
}

/** The same reply with fences that name no language, which therefore stay without colours. */
export function withoutColours(reply: string): string {
  return reply.replaceAll(/^```\w+$/gm, '```')
}

const makers: Record<ReplyKind, (random: () => number, index: number) => string> = {
  mixed: makeSection,
  fence: (random, index) => (index === 0 ? '```ts\n' : `${codeLine(random)}\n`),
  paragraph: (random) => `${phrase(random, 12)}. `,
  table: (random, index) =>
    index === 0
      ? '| Step | What | Why |\n|---|---|---|\n'
      : `| ${index} | **${phrase(random, 3)}** | ${phrase(random, 6)} |\n`,
}

function makeSection(random: () => number, index: number): string {
  const items = Array.from(
    { length: 4 },
    (_, at) => `- **${phrase(random, 2)}**: ${phrase(random, 8)}${at === 1 ? ' `await it`' : ''}`,
  )
  return [
    `## ${index + 1}. ${phrase(random, 4)}`,
    `${phrase(random, 30)} with *${phrase(random, 2)}* and [${phrase(random, 2)}](https://example.org/${index}).`,
    items.join('\n'),
    `\`\`\`ts\n${Array.from({ length: 10 }, () => codeLine(random)).join('\n')}\n\`\`\``,
    `> ${phrase(random, 14)}`,
    `| Name | Value |\n|---|---|\n| ${phrase(random, 2)} | ${phrase(random, 3)} |\n| ${phrase(random, 2)} | 42 |`,
    `${phrase(random, 40)}.\n\n`,
  ].join('\n\n')
}

function codeLine(random: () => number): string {
  const name = phrase(random, 2).replaceAll(' ', '_')
  return `  const ${name} = await read('${phrase(random, 2)}', ${Math.floor(random() * 1000)}) // ${phrase(random, 3)}`
}

function phrase(random: () => number, count: number): string {
  return Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(' ')
}
