import { beforeEach, expect, it } from 'vitest'
import type { AssistantClient } from './assistant-client.ts'
import { FileUnreadable } from './call-failed.ts'
import { aFile } from './testing/folders-contract.ts'
import { startSignedIn, startTinyDaemon, type TinyDaemon } from './testing/tiny-daemon.ts'

const files = [aFile('proj/.gitignore'), aFile('proj/src/index.js'), aFile('proj/Ünïcode.md')]

/** As browsers have it once the file on the disk is another one: the bytes are refused. */
class GoneFile extends File {
  override slice(): Blob {
    const refuse = () => Promise.reject(new DOMException('Gone', 'NotFoundError'))
    return Object.assign(new Blob(), { arrayBuffer: refuse })
  }
}

let daemon: TinyDaemon
let client: AssistantClient

beforeEach(async () => {
  ;({ daemon, client } = await startSignedIn())
})

function connectionNow(): string {
  let now = ''
  client.watchConnection((connection) => {
    now = connection
  })()
  return now
}

it('sends each file by its path, in the order of the wire, and the user id last', async () => {
  await client.folders.upload(files)

  expect(daemon.world.lastUpload).toEqual([
    ['files', 'proj/.gitignore'],
    ['files', 'proj/src/index.js'],
    ['files', 'proj/Ünïcode.md'],
    ['userId', 'ada'],
  ])
})

it('says that nobody answers', async () => {
  await daemon.close()

  await expect(client.folders.upload(files)).rejects.toMatchObject({ isOffline: true })

  expect(connectionNow()).toBe('offline')
  daemon = await startTinyDaemon(Number(new URL(daemon.url).port))
})

it('takes a daemon for present whose upload was aborted', async () => {
  const abort = new AbortController()
  const uploading = client.folders.upload(files, { signal: abort.signal })
  abort.abort()

  await expect(uploading).rejects.toMatchObject({ name: 'AbortError' })

  expect(connectionNow()).toBe('online')
})

it('names a file that can no longer be read, and takes the daemon for present', async () => {
  await daemon.close()
  const gone = { path: 'proj/notes.md', file: new GoneFile(['text'], 'notes.md') }

  const uploading = client.folders.upload([...files, gone])

  await expect(uploading).rejects.toBeInstanceOf(FileUnreadable)
  await expect(uploading).rejects.toMatchObject({ path: 'proj/notes.md' })
  expect(connectionNow()).toBe('online')
  daemon = await startTinyDaemon(Number(new URL(daemon.url).port))
})

it('removes more files than one call may name', async () => {
  const many = Array.from({ length: 2001 }, (_, at) => aFile(`proj/${at}.md`))
  daemon.world.fake.folders.receive(many.map(({ path }) => ({ path, text: 'text' })))

  await client.folders.deleteFiles((await client.folders.files()).map(({ id }) => id))

  expect(daemon.world.fake.folders.files()).toEqual([])
})
