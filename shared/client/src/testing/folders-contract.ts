import { expect, it } from 'vitest'
import type { AssistantClient, FileToUpload } from '../assistant-client.ts'
import type { DaemonWorld } from './client-world.ts'
import { next } from './next-event.ts'

const ada = { email: 'ada@example.com', password: 'correct horse' }

/** A file to be uploaded, by its path and its text. */
export function aFile(path: string, text = `The text of ${path}\n`): FileToUpload {
  return { path, file: new File([text], path.replace(/.*\//, '')) }
}

const project = [aFile('proj/README.md'), aFile('proj/src/Ünïcode "1".ts')]

/** What clients of a daemon promise of an upload. */
export function testUploads(opened: () => DaemonWorld): void {
  it('keeps what was uploaded under its path', async () => {
    const { client } = opened()
    await expect(client.folders.list()).rejects.toMatchObject({ isSignedOut: true })
    await expect(client.folders.upload(project)).rejects.toMatchObject({ isSignedOut: true })
    await client.accounts.signUp(ada)
    expect(await client.folders.list()).toEqual({ folders: [], unembedded: 0 })

    const reply = await client.folders.upload([...project, aFile('proj/empty.txt', '')])

    expect(reply).toMatchObject({ filesProcessed: 2, totalFiles: 3, missing: [] })
    expect(reply.files.map(({ path, status }) => [path, status])).toEqual([
      ['proj/README.md', 'indexed'],
      ['proj/src/Ünïcode "1".ts', 'indexed'],
      ['proj/empty.txt', 'skipped'],
    ])
    expect((await client.folders.list()).folders).toMatchObject([{ name: 'proj', files: 2 }])
    expect(await pathsOf(client)).toEqual(project.map(({ path }) => path))
  })

  it('says which files did not change, and which are no longer in their folder', async () => {
    const { client } = opened()
    await client.accounts.signUp(ada)
    await client.folders.upload(project)

    const { files, missing } = await client.folders.upload([aFile('proj/README.md')])

    expect(files).toMatchObject([{ path: 'proj/README.md', status: 'unchanged' }])
    expect(missing).toMatchObject([{ path: 'proj/src/Ünïcode "1".ts' }])
    await client.folders.deleteFiles(missing.map(({ id }) => id))
    expect(await pathsOf(client)).toEqual(['proj/README.md'])
  })

  it('ends an upload with the reason of its abort', async () => {
    const { client } = opened()
    await client.accounts.signUp(ada)
    const abort = new AbortController()

    const uploading = client.folders.upload(project, { signal: abort.signal })
    abort.abort('changed my mind')

    await expect(uploading).rejects.toBe('changed my mind')
    expect(await client.folders.list()).toEqual({ folders: [], unembedded: 0 })
  })
}

/** What clients of a daemon promise of the folders that it has uploaded. */
export function testFolders(opened: () => DaemonWorld): void {
  it('removes a folder', async () => {
    const { client } = opened()
    await client.accounts.signUp(ada)
    await client.folders.upload([...project, aFile('notes/one.md')])
    const [notes] = (await client.folders.list()).folders

    await client.folders.delete(notes?.id ?? '')

    expect((await client.folders.list()).folders).toMatchObject([{ name: 'proj' }])
    await expect(client.folders.delete(notes?.id ?? '')).rejects.toMatchObject({ status: 404 })
  })

  it('opens the lines of a source, as long as its file is the same', async () => {
    const { client } = opened()
    await client.accounts.signUp(ada)
    await client.folders.upload([aFile('notes/one.md', 'first\nsecond\nthird')])
    const [file] = await client.folders.files()
    const { id: fileId = '', path = '' } = file ?? {}
    const source = { fileId, path, firstLine: 2, lastLine: 3, heading: '' }

    const view = await client.folders.open(source)
    expect(view.source).toEqual(source)
    expect(view.lines.slice(2 - view.from)).toEqual(['second', 'third'])

    await client.folders.upload([aFile('notes/one.md', 'other')])
    await expect(client.folders.open(source)).rejects.toMatchObject({ status: 404 })
  })

  it('tells how far an upload is, and that folders have changed', async () => {
    const { client, tell } = opened()
    await client.accounts.signUp(ada)
    const told = [next(client, 'folder-progress'), next(client, 'folders-changed')]

    await tell('folder-progress', { done: 1, total: 2 })
    await tell('folders-changed', {})

    expect(await Promise.all(told)).toEqual([{ done: 1, total: 2 }, {}])
  })
}

async function pathsOf(client: AssistantClient): Promise<string[]> {
  return (await client.folders.files()).map(({ path }) => path)
}
