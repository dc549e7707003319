import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { UploadReply } from '@shortlist/contracts/retrieval'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { type FolderClient, folderClient } from './folder-client.ts'
import { type HostileFile, hostileContents, hostileNames } from './hostile-files.ts'

const BOUNDARY = 'shortlist-hostile-boundary'
const MEGABYTE = 1024 * 1024

const hostile = [...hostileNames(), ...hostileContents()]

describe('files that mean no good', () => {
  let daemon: RunningDaemon
  let ada: FolderClient
  let data: string
  let outside: readonly string[]
  let answer: Response

  beforeAll(async () => {
    data = join(await freshFolder(), 'data')
    daemon = await startDaemon({ dataFolder: data })
    ada = await folderClient(daemon.url)
    outside = await namesOutside()
    answer = await post(hostile)
  }, 120_000)

  /** What lies beside the data folder, and in the folder above. */
  async function namesOutside(): Promise<readonly string[]> {
    const names = await readdir(dirname(data), { recursive: true })
    return names.filter((name) => name !== 'data' && !name.startsWith('data/')).sort()
  }

  async function post(files: readonly HostileFile[]): Promise<Response> {
    const body = rawForm(files, ada.caller.account.id)
    const headers = formHeaders()
    return fetch(`${daemon.url}/api/rag/process-folder`, { method: 'POST', headers, body })
  }

  function formHeaders() {
    const type = `multipart/form-data; boundary=${BOUNDARY}`
    return { cookie: ada.caller.cookie, 'content-type': type }
  }

  it('are many', () => expect(hostile.length).toBeGreaterThanOrEqual(200))

  it('are refused or skipped one by one, each with its reason, or read as text', async () => {
    const reply = UploadReply.parse(await answer.json())

    expect(answer.status).toBe(200)
    expect(reply.totalFiles).toBe(hostile.length)
    expect(reply.files).toHaveLength(hostile.length)
    const silent = reply.files.filter(({ status, reason }) => status !== 'indexed' && !reason)
    expect(silent).toEqual([])
    const taken = reply.files.filter(({ status }) => status === 'indexed').map(({ path }) => path)
    expect(taken.filter((path) => path.includes('..') || path.startsWith('/'))).toEqual([])
    expect(taken.filter((path) => /\.(docx|pdf|pem|env|png|map)$/.test(path))).toEqual([])
    expect(taken).not.toContain('proj/key.txt')
    // what is only odd, and says something, is read
    expect(taken).toEqual(expect.arrayContaining(['proj/mixed.txt', 'proj/utf16.txt']))
  })

  it('touch nothing outside the data folder and leave nothing of themselves in it', async () => {
    const names = await readdir(data, { recursive: true })

    expect(answer.status).toBe(200)
    expect(await namesOutside()).toEqual(outside)
    expect(names.filter((name) => /passwd|escaped|authorized_keys/.test(name))).toEqual([])
    expect(names.filter((name) => name.startsWith('uploads/'))).toEqual([])
  })

  it('leave the daemon with bounded memory and a good file beside them readable', async () => {
    const peak = await peakMegabytes(daemon.process.pid)
    const reply = await ada.upload([
      ['good/a.md', 'The zebra foundation meets on the ninth of May.'],
    ])
    const { sources } = await ada.ask('When does the zebra foundation meet?')

    expect(reply.filesProcessed).toBe(1)
    expect(sources).toMatchObject([{ path: 'good/a.md' }])
    expect(peak).toBeLessThan(400)
  })

  it('are answered 413 at once where a request claims 2 GB', async () => {
    const answer = await claim(daemon.port, ada, 2_147_483_648)

    expect(answer).toContain('HTTP/1.1 413')
    expect(answer).toContain('The request body is larger than 54 MiB.')
  })

  it('are answered 413 where more than 50 MB come without a word about their length', async () => {
    const megabyte = new Uint8Array(MEGABYTE).fill(97)
    async function* endless() {
      for (let part = 0; part < 40; part++) {
        yield Buffer.from(partHeader(`proj/${part}.txt`))
        yield* [megabyte, megabyte, Buffer.from('\r\n')]
      }
    }
    const answer = await fetch(`${daemon.url}/api/rag/process-folder`, {
      method: 'POST',
      headers: formHeaders(),
      body: ReadableStream.from(endless()),
      duplex: 'half',
    } as RequestInit)

    expect(answer.status).toBe(413)
    // the upload's own limit, and not the one of a body that was kept as a whole
    expect(await answer.json()).toMatchObject({ message: 'An upload has at most 50 MB.' })
  })
})

function partHeader(name: string): string {
  return (
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n` +
    'Content-Type: application/octet-stream\r\nContent-Length: 2147483648\r\n\r\n'
  )
}

/** Bytes as no browser would send them: names with quotes, line ends and zeros as they are. */
function rawForm(files: readonly HostileFile[], userId: string): Uint8Array<ArrayBuffer> {
  const parts = files.flatMap(({ name, content }) => [
    Buffer.from(partHeader(name)),
    content,
    Buffer.from('\r\n'),
  ])
  const end =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="userId"\r\n\r\n${userId}\r\n` +
    `--${BOUNDARY}--\r\n`
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(end)]))
}

/** The most that the process has ever held in memory. */
async function peakMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1])
  return (kilobytes * 1024) / MEGABYTE
}

/** The answer to a request that only says how long it will be. */
function claim(port: number, { caller }: FolderClient, bytes: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /api/rag/process-folder HTTP/1.1\r\nHost: localhost:${port}\r\n` +
      `Cookie: ${caller.cookie}\r\nContent-Type: multipart/form-data; boundary=x\r\n` +
      `Content-Length: ${bytes}\r\n\r\n--x\r\n`,
  )
  return new Promise((resolve, reject) => {
    socket.on('data', (answer) => {
      resolve(String(answer))
      socket.destroy()
    })
    socket.on('error', reject)
  })
}
