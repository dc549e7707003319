import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { type FolderClient, folderClient, formOf, type UploadPair } from './folder-client.ts'

const ledger = `import { open } from 'node:fs/promises'

/** Appends a posting to the ledger and waits until the kernel has it on disk. */
export async function appendPosting(path: string, posting: string): Promise<void> {
  const file = await open(path, 'a')
  await file.write(posting)
  await file.datasync()
  await file.close()
}
`
const invoice = `export function totalOfInvoice(lines: readonly number[]): number {
  return lines.reduce((sum, line) => sum + line, 0)
}
`
const project: readonly UploadPair[] = [
  ['books/src/ledger/index.ts', ledger],
  ['books/src/invoice/index.ts', invoice],
  [
    'books/Überblick.md',
    '# Bookkeeping\n\nThe fiscal year of the zebra foundation ends in March.\n',
  ],
]
const notes: readonly UploadPair[] = [
  ['notes/a.txt', 'The first file says something.'],
  ['notes/b.txt', 'The second file says something else.'],
]

describe('a folder that is uploaded', () => {
  let daemon: RunningDaemon
  let ada: FolderClient

  beforeAll(async () => {
    daemon = await startDaemon()
    ada = await folderClient(daemon.url)
  })
  afterEach(async () => {
    const own = `/api/rag/folders/${ada.caller.account.id}`
    for (const { id } of await ada.folders()) await ada.caller.call('DELETE', `${own}/${id}`)
    expect(await ada.folders()).toEqual([])
  })

  it('answers as existing clients expect, and with the fate of each file', async () => {
    const reply = await ada.upload(notes)

    expect(reply).toMatchObject({
      message: 'Successfully processed 2 out of 2 files into 2 chunks',
      filesProcessed: 2,
      totalFiles: 2,
      totalChunks: 2,
      files: [
        { path: 'notes/a.txt', status: 'indexed', passages: 1 },
        { path: 'notes/b.txt', status: 'indexed', passages: 1 },
      ],
      missing: [],
    })
  })

  it.each([
    ['userId is required', ['x/a.txt'], ''],
    ['No files provided', [], 'own'],
  ] as const)('is refused with "%s"', async (message, paths, user) => {
    const form = formOf(
      paths.map((path) => [path, 'text'] as const),
      ada.caller.account.id,
    )
    if (user === '') form.delete('userId')

    const answer = await ada.send(form)

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'VALIDATION', message })
  })

  it('is refused for another account, and nothing of it is kept', async () => {
    await ada.upload(notes)
    const before = await ada.files()
    const answer = await ada.send(formOf([['theirs/a.txt', 'text']], 'somebody-else'))

    expect(answer.status).toBe(403)
    expect(await ada.files()).toEqual(before)
  })

  it('keeps paths whole: equal names in different folders, and letters of any language', async () => {
    await ada.upload(notes)
    await ada.upload(project)

    expect((await ada.files()).map(({ path }) => path)).toEqual([
      'books/src/invoice/index.ts',
      'books/src/ledger/index.ts',
      'books/Überblick.md',
      'notes/a.txt',
      'notes/b.txt',
    ])
  })

  it('offers what the folder no longer has for removal, and removes only that', async () => {
    await ada.upload(notes)
    await ada.upload(project)
    const { missing } = await ada.upload(project.slice(0, 2))
    expect(missing.map(({ path }) => path)).toEqual(['books/Überblick.md'])
    expect(await ada.files()).toHaveLength(5)

    const body = { fileIds: missing.map(({ id }) => id) }
    const answer = await ada.caller.call('DELETE', `/api/rag/files/${ada.caller.account.id}`, body)

    expect(answer.status).toBe(200)
    expect(await ada.files()).toHaveLength(4)
    const { sources } = await ada.ask('When does the fiscal year of the zebra foundation end?')
    expect(sources).toBeUndefined()
  })

  it('answers a question with path and lines, which can be opened and outlast a reload', async () => {
    await ada.upload(project)
    const chatId = `${ada.caller.account.id}_ledger`
    const end = await ada.ask('Where is a posting appended to the ledger on disk?', chatId)

    const source = end.sources?.[0]
    expect(source).toMatchObject({ path: 'books/src/ledger/index.ts' })
    if (!source) throw new Error('The reply has no source')
    expect(end.fullResponse).toContain('books/src/ledger/index.ts')
    const view = await ada.open(source)
    const cited = view.lines.slice(source.firstLine - view.from, source.lastLine - view.from + 1)
    expect(cited.join('\n')).toContain('appendPosting')
    expect(ledger.split('\n')).toEqual(expect.arrayContaining(cited))
    const stored = (await ada.messages(chatId)).find(({ role }) => role === 'bot')
    expect(stored?.sources).toEqual(end.sources)
  })

  it('says nothing to questions that it does not answer', async () => {
    await ada.upload(project)
    for (const question of ['Hello!', 'Thank you very much', 'What is the capital of France?']) {
      expect([question, (await ada.ask(question)).sources]).toEqual([question, undefined])
    }
  })

  it('shows no lines that a file does not have', async () => {
    const path = await ledgerPath()
    const ask = async (query: string) => (await ada.caller.call('GET', `${path}?${query}`)).status

    expect(await ask('first=1&last=2')).toBe(200)
    expect(await ask('first=2&last=1')).toBe(404)
    expect(await ask('first=9000&last=9001')).toBe(404)
    expect(await ask('first=0&last=1')).toBe(400)
    expect(await ask('first=1')).toBe(400)
  })

  it('says that a source has changed since', async () => {
    const path = `${await ledgerPath()}?first=1&last=2`
    expect((await ada.caller.call('GET', path)).status).toBe(200)
    await ada.upload([['books/src/ledger/index.ts', `// new\n${ledger}`]])

    const answer = await ada.caller.call('GET', path)

    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({
      message: 'This file has changed or was removed since this answer.',
    })
  })

  it('is gone with all it said once it is removed', async () => {
    await ada.upload(notes)
    await ada.upload(project)
    const folder = (await ada.folders()).find(({ name }) => name === 'books')
    const answer = await ada.caller.call(
      'DELETE',
      `/api/rag/folders/${ada.caller.account.id}/${folder?.id}`,
    )

    expect(answer.status).toBe(200)
    expect((await ada.folders()).map(({ name }) => name)).toEqual(['notes'])
    expect(
      (await ada.ask('Where is a posting appended to the ledger on disk?')).sources,
    ).toBeUndefined()
  })

  it("shows nothing of one account's folders to another", async () => {
    const bob = await folderClient(daemon.url, 'bob@example.test')
    await bob.upload([
      ['private/plan.md', 'The umbrella takeover is planned for the ninth of May.'],
    ])
    const [file] = await bob.files()

    const asked = await ada.ask('When is the umbrella takeover planned?')
    const path = `/api/rag/sources/${ada.caller.account.id}/${file?.id}?first=1&last=1`
    const opened = await ada.caller.call('GET', path)
    const theirs = await bob.ask('When is the umbrella takeover planned?')

    expect(asked.sources).toBeUndefined()
    expect(opened.status).toBe(404)
    expect(theirs.sources).toMatchObject([{ path: 'private/plan.md' }])
  })

  /** Where the lines of the uploaded ledger are read. */
  async function ledgerPath(): Promise<string> {
    await ada.upload(project)
    const file = (await ada.files()).find(({ path }) => path.includes('ledger'))
    return `/api/rag/sources/${ada.caller.account.id}/${file?.id}`
  }
})

describe('an uploaded file that is damaged on the disk', () => {
  it('is told and left out, and mended when its folder is uploaded again', async () => {
    const data = await freshFolder()
    const daemon = await startDaemon({ dataFolder: data })
    const ada = await folderClient(daemon.url)
    await ada.upload(project)
    const question = 'Where is a posting appended to the ledger on disk?'
    const { sources: [source] = [] } = await ada.ask(question)
    const names = await readdir(join(data, 'retrieval'), { recursive: true })
    const record = names.find((name) => name.endsWith(`${source?.fileId}.json`)) ?? ''
    await truncate(join(data, 'retrieval', record), 100)

    const path = `/api/rag/sources/${ada.caller.account.id}/${source?.fileId}?first=1&last=1`
    const answer = await ada.caller.call('GET', path)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('damaged') })
    const reply = await ada.upload(project.slice(1))
    expect(reply.folders).toMatchObject([{ files: 3, damaged: 1 }])
    expect((await ada.files()).filter(({ isDamaged }) => isDamaged)).toMatchObject([
      { path: source?.path },
    ])
    expect((await ada.ask(question)).sources).toBeUndefined()

    const { files } = await ada.upload(project)
    expect(files.map(({ status }) => status).toSorted()).toEqual([
      'indexed',
      'unchanged',
      'unchanged',
    ])
    expect((await ada.ask(question)).sources).toMatchObject([{ path: source?.path }])
    expect((await ada.folders())[0]).not.toHaveProperty('damaged')
  })
})
