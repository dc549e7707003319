import { readFileSync } from 'node:fs'

/**
 * A table of words beside the code: names at the beginning of a line, and below each its lines, which
 * begin with spaces.
 */
export function readTable(file: URL): ReadonlyMap<string, readonly string[]> {
  const blocks = readFileSync(file, 'utf8')
    .trim()
    .split(/\n(?=\S)/)
  return new Map(
    blocks.map((block) => {
      const [name = '', ...lines] = block.split(/\n +/)
      return [name, lines]
    }),
  )
}
