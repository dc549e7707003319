import { expect, it, vi } from 'vitest'
import { chooseFiles } from './choose-files.ts'
import type { Choice } from './folder-upload.ts'
import { type Found, foundInInput } from './found-files.ts'

const { signal } = new AbortController()

function aFile(path: string, text = 'text'): File {
  const file = new File([text], path.replace(/.*\//, ''))
  Object.defineProperty(file, 'webkitRelativePath', { value: path })
  return file
}

function choosing(...files: readonly File[]): Promise<Choice | null> {
  return chooseFiles(foundInInput(files), signal, () => {})
}

const pathsOf = (choice: Choice | null) => choice?.files.map(({ path }) => path)

async function* these(...found: readonly Found[]): AsyncGenerator<Found> {
  yield* found
}

it('is null for nothing', async () => {
  expect(await choosing()).toBeNull()
})

it('takes what can be read, with sizes and the names of its folders', async () => {
  const choice = await choosing(aFile('a/one.md', '1234'), aFile('b/src/two.ts', '12'))

  expect(choice).toMatchObject({ folders: ['a', 'b'], bytes: 6, skipped: [], refusal: null })
  expect(pathsOf(choice)).toEqual(['a/one.md', 'b/src/two.ts'])
})

it('applies the rules of .gitignore files, which it sends first', async () => {
  const choice = await choosing(
    aFile('a/deep/kept.log'),
    aFile('a/deep/.gitignore', '!kept.log\n'),
    aFile('a/other.log'),
    aFile('a/.gitignore', '*.log\n'),
  )

  expect(pathsOf(choice)).toEqual(['a/deep/.gitignore', 'a/.gitignore', 'a/deep/kept.log'])
})

it('touches nothing that its name or a rule keeps out', async () => {
  const open = vi.fn()
  const rules = { path: 'a/.gitignore', open: async () => aFile('a/.gitignore', 'data/\n') }
  const names = ['a/logo.png', 'a/.env', 'a/data/rows.json', 'a/node_modules/x/.gitignore']

  const choice = await chooseFiles(
    these(rules, ...names.map((path) => ({ path, open }))),
    signal,
    () => {},
  )

  expect(pathsOf(choice)).toEqual(['a/.gitignore'])
  expect(open).not.toHaveBeenCalled()
})

it('counts and names what is left out by its reason, whole folders apart', async () => {
  const skipped = (path: string) =>
    ({ skipped: 'folder', path, reason: 'Dependencies are not read.' }) as const
  const gone = { path: 'a/gone.md', open: () => Promise.reject(new Error('gone')) }
  const found = these(
    skipped('a/node_modules'),
    skipped('a/b/node_modules'),
    { path: 'a/empty.md', open: async () => aFile('a/empty.md', '') },
    gone,
    { path: 'a/one.png', open: async () => aFile('a/one.png') },
    { path: 'a/two.png', open: async () => aFile('a/two.png') },
    { path: 'a/three.png', open: async () => aFile('a/three.png') },
  )

  const choice = await chooseFiles(found, signal, () => {})

  expect(choice?.files).toEqual([])
  expect(choice?.skipped).toEqual([
    {
      reason: 'Images are not read.',
      files: 3,
      folders: 0,
      paths: ['a/one.png', 'a/two.png', 'a/three.png'],
    },
    {
      reason: 'Dependencies are not read.',
      files: 0,
      folders: 2,
      paths: ['a/node_modules', 'a/b/node_modules'],
    },
    { reason: 'The file is empty.', files: 1, folders: 0, paths: ['a/empty.md'] },
    { reason: 'The file could not be read.', files: 1, folders: 0, paths: ['a/gone.md'] },
  ])
})

it('counts the files of folders that a file input lists and nobody reads', async () => {
  const choice = await choosing(
    aFile('a/node_modules/x/one.js'),
    aFile('a/node_modules/x/deep/two.js'),
    aFile('a/.git/HEAD'),
  )

  expect(choice?.skipped).toMatchObject([
    { reason: 'Dependencies are not read.', files: 2, folders: 0 },
    { reason: 'Files of version control are not read.', files: 1, folders: 0 },
  ])
})

it('names only the first of very many', async () => {
  const pictures = Array.from({ length: 300 }, (_, at) => aFile(`a/${at}.png`))
  const packages = Array.from({ length: 300 }, (_, at) => aFile(`a/node_modules/${at}.js`))

  const choice = await choosing(...pictures, ...packages)

  expect(choice?.skipped.map(({ files, paths }) => [files, paths.length])).toEqual([
    [300, 100],
    [300, 100],
  ])
  expect(choice?.skipped.map(({ paths }) => paths.at(99))).toEqual(
    expect.arrayContaining(['a/99.png', 'a/node_modules/99.js']),
  )
})

it('names the folder of which nothing is taken', async () => {
  const choice = await choosing(aFile('holidays/one.png'), aFile('holidays/.git/HEAD'))
  const empty = { skipped: 'folder', path: 'empty', reason: 'This folder is empty.' } as const

  expect(choice).toMatchObject({ folders: ['holidays'], files: [] })
  expect(await chooseFiles(these(empty), signal, () => {})).toMatchObject({ folders: ['empty'] })
})

it('takes files that came without a folder', async () => {
  const choice = await choosing(new File(['text'], 'notes.md'))

  expect(choice?.folders).toEqual(['Files'])
  expect(pathsOf(choice)).toEqual(['notes.md'])
})

it('opens no more files than could be uploaded', async () => {
  const open = vi.fn(async () => aFile('a/x.md'))
  const many = Array.from({ length: 12_000 }, (_, at) => ({ path: `a/${at}.md`, open }))

  const choice = await chooseFiles(these(...many), signal, () => {})

  expect(choice?.files).toEqual([])
  expect(choice?.refusal).toMatch(/^These are 12,000 files, and 5,000 can be uploaded at once/)
  expect(open).toHaveBeenCalledTimes(5001)
})

it('lets the page go on while it works, and tells how far it is', async () => {
  const file = aFile('a/node_modules/x/index.js')
  const seen: number[] = []
  let turns = 0
  const turning = setInterval(() => {
    turns += 1
  })

  await chooseFiles(foundInInput(Array.from({ length: 200_000 }, () => file)), signal, (entries) =>
    seen.push(entries),
  )
  clearInterval(turning)

  expect(turns).toBeGreaterThan(2)
  expect(seen.length).toBeGreaterThan(0)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})

it('ends with the reason of an abort', async () => {
  const abort = new AbortController()
  async function* endless(): AsyncGenerator<Found> {
    for (;;) yield { path: 'a/x.md', open: async () => aFile('a/x.md') }
  }

  const choice = chooseFiles(endless(), abort.signal, () => abort.abort('enough'))

  await expect(choice).rejects.toBe('enough')
})
