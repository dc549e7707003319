import type { FileText } from '../file-text.ts'
import { textOf } from '../text-of.ts'

type Read = Extract<FileText, { status: 'text' }>

/** What a file says that has to be readable. */
export async function readText(path: string, content: string | Uint8Array): Promise<Read> {
  const found = await textOf(path, typeof content === 'string' ? bytesOf(content) : content)
  if (found.status !== 'text') throw new Error(`${path}: ${found.reason}`)
  return found
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** The headings that hold at each mark, by the line as it stands in the text. */
export function markedLines({ text, marks }: Read): string[] {
  const lines = text.split('\n')
  return marks.map(({ line, heading }) => `${heading} | ${lines[line - 1]}`)
}
