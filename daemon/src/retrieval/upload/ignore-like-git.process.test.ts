import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { IgnoreRules } from '@shortlist/file-selection/select-files'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { needsPeer } from '../../../../.config/testing/needs-peer.ts'
import { sized } from '../../../../.config/testing/test-size.ts'
import { seededRandom } from '../../../test/seeded-random.ts'

const git = await needsPeer('git')

const TREES = sized(100, 400)
const PATHS = 40

// no name is a file's and a folder's, and none of one character has several bytes: git's `?` is a byte
const folders = ['a', 'b', 'foo', 'x y', '[z]', 'grün']
const files = ['c', 'bar', 'foo.log', 'keep.log', 'y z', '[q]', 'é*', '!n', '#h', 'Foo', '.d']
const simple = [
  ...folders,
  ...files,
  '*.log',
  'f*',
  '*',
  '?',
  '[ab]',
  '[!a]*',
  '\\[z\\]',
  'k*p.l?g',
]
const notes = [
  '# a comment',
  '',
  '  ',
  '\\#h',
  '\\!n',
  '!',
  'x\\ y',
  'foo   ',
  '/',
  '**',
  '!*/',
  '/*',
]

/** Names, paths and rules as they occur, and some that do not. */
class Guess {
  readonly #random = seededRandom(7)

  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  of(list: readonly string[]): string {
    return list[this.below(list.length)] ?? ''
  }

  folder(): string {
    return Array.from({ length: this.below(4) }, () => `${this.of(folders)}/`).join('')
  }

  rule(): string {
    if (this.below(6) === 0) return this.of(notes)
    const [one, two] = [this.of(simple), this.of(simple)]
    const shapes = [one, `${one}/`, `/${one}`, `${one}/${two}`, `/${one}/${two}/`]
    const stars = [`**/${one}`, `${one}/**`, `${one}/**/${two}`, `**/${one}/${two}`, `${one}/*`]
    return `${this.below(3) === 0 ? '!' : ''}${this.of([...shapes, ...stars, one, one])}`
  }

  rules(): string {
    const end = this.below(5) === 0 ? '\r\n' : '\n'
    return Array.from({ length: 1 + this.below(5) }, () => this.rule() + end).join('')
  }
}

interface Tree {
  /** Texts by the folder's path, which is "" or ends in a slash. */
  readonly rules: Map<string, string>
  readonly paths: readonly string[]
}

function guessTree(guess: Guess): Tree {
  const rules = new Map([['', guess.rules()]])
  for (let more = guess.below(4); more > 0; more--) rules.set(guess.folder(), guess.rules())
  const paths = Array.from({ length: PATHS }, () => guess.folder() + guess.of(files))
  return { rules, paths: [...new Set(paths)] }
}

/** What our rules say of a path. */
function isIgnored({ rules }: Tree, path: string): boolean {
  const names = path.split('/')
  const name = names.pop() ?? ''
  let folder = IgnoreRules.ofRoot(rules.get(''))
  let at = ''
  for (const step of names) {
    at += `${step}/`
    const inside = folder.enter(step, rules.get(at))
    if (!inside) return true
    folder = inside
  }
  return folder.ignores(name)
}

async function run(cwd: string, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(git ?? 'git', args, { cwd, env: { HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' } })
  child.stdin.end(input)
  return text(child.stdout)
}

it(`ignores what git ignores, in ${TREES} trees of files and rules`, async () => {
  const home = await freshFolder()
  await run(home, ['init', '--quiet'])
  const guess = new Guess()
  const trees = Array.from({ length: TREES }, () => guessTree(guess))
  for (const [nth, { rules }] of trees.entries()) {
    for (const [folder, rule] of rules) {
      const file = join(home, `tree-${nth}`, folder, '.gitignore')
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, rule)
    }
  }
  const all = trees.flatMap(({ paths }, nth) => paths.map((path) => `tree-${nth}/${path}`))
  const said = await run(
    home,
    ['-c', 'core.ignoreCase=false', 'check-ignore', '--no-index', '--stdin', '-z'],
    all.join('\0'),
  )
  const ignoredByGit = new Set(said.split('\0'))

  const wrong = trees.flatMap((tree, nth) =>
    tree.paths
      .filter((path) => isIgnored(tree, path) !== ignoredByGit.has(`tree-${nth}/${path}`))
      .map((path) => ({ path, git: ignoredByGit.has(`tree-${nth}/${path}`), rules: tree.rules })),
  )

  expect(wrong).toEqual([])
  // neither nothing nor everything
  expect(ignoredByGit.size).toBeGreaterThan(all.length / 10)
  expect(ignoredByGit.size).toBeLessThan(all.length * 0.9)
})
