import { cp, mkdir, writeFile } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { sized } from '../../.config/testing/test-size.ts'

/** A copy of this repository with what lies in every real checkout: packages, secrets, ignored files. */
export interface Checkout {
  /** Absolute path of the folder. */
  readonly path: string
  readonly name: string
  /** Files that must never be uploaded, and a word that stands in each alone. */
  readonly hidden: readonly { readonly file: string; readonly word: string }[]
  write(path: string, content: string): Promise<void>
}

const root = fileURLToPath(new URL('../../', import.meta.url))

const planted = [
  ['node_modules/left-pad/index.js', 'export const quokkaInPackages = 1\n'],
  ['daemon/node_modules/inner/index.js', 'export const quokkaInInnerPackages = 1\n'],
  ['web/dist/app.js', 'export const quokkaInBuild = 1\n'],
  ['data/users.json', '{"secret": "quokkaInIgnoredData"}\n'],
  ['.env', 'OPENAI_API_KEY=quokkaInSettings\n'],
  ['.git/config', '[remote] quokkaInGit\n'],
  ['daemon/id_rsa', '-----BEGIN OPENSSH PRIVATE KEY-----\nquokkaInKey\n'],
] as const

export async function makeCheckout(): Promise<Checkout> {
  const path = join(await freshFolder(), 'shortlist')
  await cp(root, path, { recursive: true, filter: isOfCheckout })
  const write = async (name: string, content: string) => {
    await mkdir(join(path, name, '..'), { recursive: true })
    await writeFile(join(path, name), content)
  }
  for (const [name, content] of planted) await write(name, content)
  return {
    path,
    name: 'shortlist',
    hidden: planted.map(([file, content]) => ({
      file,
      word: /quokka\w+/.exec(content)?.[0] ?? '',
    })),
    write,
  }
}

/** What a fresh clone would hold; quickly of its rooms the daemon alone, and no mails to measure it by. */
function isOfCheckout(source: string): boolean {
  const names = source.slice(root.length).split(sep)
  const [room = '', part] = names
  const isMuch = ['web', 'extension', 'shared'].includes(room) || part === 'eval'
  if (sized(isMuch, false)) return false
  const left = ['node_modules', '.git', 'dist', 'results', 'data', 'test-results']
  return !names.some((name) => left.includes(name)) && basename(source) !== '.env'
}
