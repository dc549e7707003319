import { expect, it, vi } from 'vitest'
import { type Found, foundInDrop } from './found-files.ts'

/** A folder as an object: texts are files, objects are folders, null cannot be read. */
interface Tree {
  readonly [name: string]: string | Tree | null
}

const tree: Tree = {
  'README.md': 'read me',
  src: { 'main.ts': 'main', deep: { 'leaf.ts': 'leaf' } },
  node_modules: { x: { 'index.js': 'x' } },
  locked: null,
  bare: {},
}

const visited = vi.fn()

/** As Chromium hands it out in secure contexts. */
function handleOf(name: string, content: string | Tree | null): object {
  if (typeof content === 'string') {
    return { kind: 'file', name, getFile: async () => new File([content], name) }
  }
  return {
    kind: 'directory',
    name,
    async *values() {
      visited(name)
      if (content === null) throw new DOMException('No', 'NotAllowedError')
      for (const [child, below] of Object.entries(content)) yield handleOf(child, below)
    },
  }
}

/** As every browser has it: folders are read piece by piece. */
function entryOf(name: string, content: string | Tree | null): object {
  if (typeof content === 'string') {
    const file = (resolve: (file: File) => void) => resolve(new File([content], name))
    return { isFile: true, name, file }
  }
  return { isFile: false, name, createReader: () => readerOf(name, content) }
}

function readerOf(name: string, content: Tree | null) {
  visited(name)
  const left = Object.entries(content ?? {})
  return {
    readEntries(resolve: (entries: object[]) => void, reject: (error: unknown) => void) {
      if (content === null) reject(new DOMException('No', 'NotReadableError'))
      else resolve(left.splice(0, 2).map(([child, below]) => entryOf(child, below)))
    },
  }
}

function dropOf(...items: readonly object[]): DataTransfer {
  const base = { kind: 'file', getAsFile: () => null, webkitGetAsEntry: () => null }
  return { items: items.map((item) => ({ ...base, ...item })) } as unknown as DataTransfer
}

async function all(found: AsyncIterable<Found>) {
  const files: string[] = []
  const skipped: Found[] = []
  for await (const each of found) {
    if ('open' in each) files.push(`${each.path}: ${await (await each.open()).text()}`)
    else skipped.push(each)
  }
  return { files: files.sort(), skipped }
}

it.each([
  ['handles', { getAsFileSystemHandle: async () => handleOf('proj', tree) }],
  ['entries', { webkitGetAsEntry: () => entryOf('proj', tree) }],
  [
    'entries where there is no handle',
    {
      getAsFileSystemHandle: () => Promise.reject(new DOMException('No', 'NotAllowedError')),
      webkitGetAsEntry: () => entryOf('proj', tree),
    },
  ],
])(
  'finds what lies in a dropped folder by its %s, and enters none that nobody reads',
  async (_, item) => {
    visited.mockClear()

    const { files, skipped } = await all(foundInDrop(dropOf(item)))

    expect(files).toEqual([
      'proj/README.md: read me',
      'proj/src/deep/leaf.ts: leaf',
      'proj/src/main.ts: main',
    ])
    expect(skipped).toEqual(
      expect.arrayContaining([
        { skipped: 'folder', path: 'proj/node_modules', reason: 'Dependencies are not read.' },
        { skipped: 'folder', path: 'proj/locked', reason: 'This folder could not be read.' },
        { skipped: 'folder', path: 'proj/bare', reason: 'This folder is empty.' },
      ]),
    )
    expect(skipped).toHaveLength(3)
    expect(visited.mock.calls.flat()).not.toContain('node_modules')
  },
)

it('takes dropped files, and nothing of dropped text', async () => {
  const file = new File(['text'], 'notes.md')
  const drop = dropOf({ getAsFile: () => file }, { kind: 'string' })

  expect(await all(foundInDrop(drop))).toEqual({ files: ['notes.md: text'], skipped: [] })
})

it('finds a folder whose name means output where it was chosen itself', async () => {
  const chosen = handleOf('build', { 'a.md': 'a', build: { 'b.md': 'b' } })

  const { files } = await all(foundInDrop(dropOf({ getAsFileSystemHandle: async () => chosen })))

  expect(files).toEqual(['build/a.md: a'])
})
