import { Mode } from '@shortlist/contracts/chat'
import { Lexer } from 'marked'
import { parse } from 'yaml'
import { z } from 'zod'

const FrontMatter = z.strictObject({
  title: z.string().min(1),
  mode: z.enum([...Mode.options, 'both']),
  keywords: z.array(z.string().min(1)).min(1),
})

/** A part of a guide: its heading (the guide's title for the opening) and the markdown below it. */
export interface GuideSection {
  readonly heading: string
  readonly text: string
}

/** A guide as the library keeps it; `id` is its file name without the ending. */
export interface Guide extends Readonly<z.infer<typeof FrontMatter>> {
  readonly id: string
  readonly sections: readonly GuideSection[]
}

/**
 * Reads a guide: YAML front matter between `---` lines, then markdown, cut at its headings. Throws
 * an error that names the guide where it is not of that form.
 */
export function readGuide(id: string, source: string): Guide {
  const [, frontMatter, body] =
    /^---\n(.*?)\n---\n(.*)$/s.exec(source.replaceAll('\r\n', '\n')) ?? []
  if (frontMatter === undefined || body === undefined) {
    throw new Error(`The guide ${id} does not begin with front matter.`)
  }
  const facts = FrontMatter.safeParse(parse(frontMatter))
  if (!facts.success) {
    throw new Error(`The front matter of the guide ${id} is wrong. ${z.prettifyError(facts.error)}`)
  }
  return { id, ...facts.data, sections: cutAtHeadings(facts.data.title, body) }
}

function cutAtHeadings(title: string, body: string): GuideSection[] {
  let last = { heading: title, text: '' }
  const sections = [last]
  for (const token of new Lexer().blockTokens(body)) {
    if (token.type !== 'heading') last.text += token.raw
    else {
      last = { heading: token.text, text: '' }
      sections.push(last)
    }
  }
  return sections
    .map(({ heading, text }) => ({ heading, text: text.trim() }))
    .filter(({ text }) => text !== '')
}
