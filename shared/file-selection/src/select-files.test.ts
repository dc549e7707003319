import { DOCUMENT_MAX_BYTES, FILE_MAX_BYTES } from '@shortlist/contracts/limits'
import { expect, it } from 'vitest'
import { ignoreFilesOf, selectFiles } from './select-files.ts'
import { safePath, skipReason } from './skip-reason.ts'

const IGNORED = 'A .gitignore file leaves it out.'
const OUTPUT = 'Build output is not read.'
const DEPENDENCIES = 'Dependencies are not read.'

function candidates(...paths: readonly string[]) {
  return paths.map((path) => ({ path, bytes: 10 }))
}

/** Paths that are kept, and reasons by path. */
function select(paths: readonly string[], rules: Record<string, string> = {}) {
  const { kept, skipped } = selectFiles(candidates(...paths), new Map(Object.entries(rules)))
  return {
    kept: kept.map(({ path }) => path),
    skipped: Object.fromEntries(skipped.map(({ file, reason }) => [file.path, reason])),
  }
}

it('keeps the files that are worth reading, and counts the others by reason', () => {
  const files = candidates(
    'proj/README.md',
    'proj/logo.png',
    'proj/node_modules/a/index.js',
    'proj/node_modules/b/README.md',
    'proj/src/a.ts',
  )

  const { kept, skipped } = selectFiles(files, new Map())

  expect(kept).toEqual([files[0], files[4]])
  expect(kept[0]).toBe(files[0])
  expect(skipped.map(({ reason }) => reason)).toEqual([
    'Images are not read.',
    DEPENDENCIES,
    DEPENDENCIES,
  ])
})

it('says of every path alone what the rules of paths and names say of it', () => {
  const paths = [
    'a.md',
    'p/a.md',
    'p/../a.md',
    '/p/a.md',
    'p//a.md',
    'p/',
    '',
    'C:/a.md',
    'p/con/a.md',
    'p/.env',
    'p/.docker/config.json',
    'p/.ssh/a.md',
    'build/a.md',
    'p/build/a.md',
    'p/yarn.lock',
    `${'d/'.repeat(20)}a.md`,
    `p/${'n'.repeat(2_000)}.md`,
    `${'d/'.repeat(10_000)}a.md`,
    `p/${'n'.repeat(500)}/${'n'.repeat(500)}/${'n'.repeat(100)}.md`,
  ]

  for (const path of paths) {
    const safe = safePath(path)
    const reason = 'reason' in safe ? safe.reason : skipReason(safe.path)
    const [found] = selectFiles(candidates(path), new Map()).skipped
    expect([path, found?.reason ?? null]).toEqual([path, reason])
  }
})

it('applies each .gitignore below its own folder, the deepest one first', () => {
  const paths = ['p/a.log', 'p/sub/a.log', 'p/sub/b.log', 'p/sub/c.tmp', 'p/c.tmp', 'p/x/a.md']

  const { kept, skipped } = select(paths, {
    'p/.gitignore': '*.log\n/x\n',
    'p/sub/.gitignore': '!a.log\n*.tmp\n',
  })

  expect(kept).toEqual(['p/sub/a.log'])
  expect(skipped).toEqual({
    'p/a.log': IGNORED,
    'p/sub/b.log': IGNORED,
    'p/sub/c.tmp': 'Files of the system are not read.',
    'p/c.tmp': 'Files of the system are not read.',
    'p/x/a.md': IGNORED,
  })
})

it('takes nothing back in below a folder that is ignored', () => {
  const { kept } = select(['p/out/keep.md', 'p/in/keep.md', 'p/in/b.md'], {
    'p/.gitignore': 'out/\nin/*\n!keep.md\n',
    'p/out/.gitignore': '!*\n',
  })

  expect(kept).toEqual(['p/in/keep.md'])
})

it('compares names with rules in the same writing of accents', () => {
  const { skipped } = select(['p/cafe\u0301.md'], { 'p/.gitignore': 'café.md\n' })

  expect(skipped).toEqual({ 'p/cafe\u0301.md': IGNORED })
})

it('skips folders of output only beside the file of their tool', () => {
  const { kept, skipped } = select([
    'p/target/group.md',
    'p/vendor/offer.md',
    'rust/Cargo.toml',
    'rust/target/a.md',
    'rust/sub/target/b.md',
    'net/App.csproj',
    'net/obj/a.md',
    'go/go.mod',
    'go/vendor/a/b.md',
  ])

  expect(kept).toEqual([
    'p/target/group.md',
    'p/vendor/offer.md',
    'rust/Cargo.toml',
    'rust/sub/target/b.md',
    'net/App.csproj',
    'go/go.mod',
  ])
  expect(skipped).toEqual({
    'rust/target/a.md': OUTPUT,
    'net/obj/a.md': OUTPUT,
    'go/vendor/a/b.md': DEPENDENCIES,
  })
})

it('holds sizes against the limit of their kind', () => {
  const files = [
    { path: 'p/a.md', bytes: FILE_MAX_BYTES },
    { path: 'p/b.md', bytes: FILE_MAX_BYTES + 1 },
    { path: 'p/c.pdf', bytes: DOCUMENT_MAX_BYTES },
    { path: 'p/d.DOCX', bytes: DOCUMENT_MAX_BYTES + 1 },
    { path: 'p/e.md', bytes: 0 },
  ]

  const { kept, skipped } = selectFiles(files, new Map())

  expect(kept).toEqual([files[0], files[2]])
  expect(skipped.map(({ reason }) => reason)).toEqual([
    'The file is larger than 2 MB.',
    'The file is larger than 10 MB.',
    'The file is empty.',
  ])
})

it('keeps the first of two files whose paths are the same text', () => {
  const { kept, skipped } = select(['p/\u00e9/a.md', 'p/e\u0301/a.md', 'p/E\u0301/a.md'])

  expect(kept).toEqual(['p/\u00e9/a.md', 'p/E\u0301/a.md'])
  expect(skipped).toEqual({ 'p/e\u0301/a.md': 'The folder has another file of the same path.' })
})

it('asks for the .gitignore files that count', () => {
  const files = candidates(
    'p/.gitignore',
    'p/src/.gitignore',
    'p/node_modules/a/.gitignore',
    'p/a.gitignore',
  )

  expect(ignoreFilesOf(files)).toEqual([files[0], files[1]])
})

it('decides a folder once, however many files lie in it and however many rules there are', () => {
  const files = Array.from({ length: 200_000 }, (_, at) => ({
    path: `p/packages/package-${at % 500}/lib/file-${at}.js`,
    bytes: 10,
  }))
  const others = Array.from({ length: 2_000 }, (_, at) => `*.ending-${at}\n`).join('')
  const rules = `${others}/packages/\n${others}`

  // asking each of 4,000 rules about each file would not come to an end
  const { skipped } = selectFiles(files, new Map([['p/.gitignore', rules]]))

  expect(skipped.filter(({ reason }) => reason === IGNORED)).toHaveLength(files.length)
})
