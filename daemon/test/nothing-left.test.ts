import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { type ScriptedModel, startModel } from '../../.config/testing/model.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { keptIn } from '../src/retrieval/index/testing/vectors-under-test.ts'
import { contentsOf } from './contents-of.ts'
import { type FolderClient, folderClient, type UploadPair } from './folder-client.ts'

/** What was removed is searched for, byte by byte, in every file of the data folder. */

let model: ScriptedModel
let data: string
let daemon: RunningDaemon
let ada: FolderClient

beforeAll(async () => {
  model = await startModel()
  model.mock.on({ userMessage: /./ }, { content: 'So it is.' })
  data = join(await freshFolder(), 'data')
  daemon = await startDaemon({
    dataFolder: data,
    env: { OPENAI_BASE_URL: model.url, CHAT_MODEL: 'scripted', EMBEDDING_MODEL: 'embedder' },
  })
  ada = await folderClient(daemon.url)
  const others = Array.from({ length: 120 }, (_, at): UploadPair => {
    const lines = Array.from({ length: 30 }, (_line, line) => `Valve ${at}v${line} of a harbour.`)
    return [`base/${at}.md`, lines.join('\n\n')]
  })
  await ada.upload(others)
}, 60_000)

/** Names of the files that hold one of the words, also where FTS5 leaves the first letters out; stems. */
async function holding(...words: readonly string[]): Promise<readonly string[]> {
  const isHolding = (bytes: string) => words.some((word) => bytes.includes(word.slice(3)))
  return [...(await contentsOf(data))].flatMap(([path, bytes]) => (isHolding(bytes) ? [path] : []))
}

/** How many vectors are kept. */
async function vectors(): Promise<number> {
  const [home = ''] = await readdir(join(data, 'retrieval'))
  return (await keptIn(join(data, 'retrieval', home, 'vectors.db'))).length
}

function remove(path: string, body?: unknown): Promise<Response> {
  return ada.caller.call('DELETE', path.replace('{me}', ada.caller.account.id), body)
}

it('leaves nothing of a file that is removed: words, name, vectors', async () => {
  await ada.upload([
    ['plans/quixotbard.md', '# Zanthorpebird\n\nThe flummadoord is a zanthorpebird.'],
    ['plans/first.md', 'Something else.'],
  ])
  await ada.settled()
  const idOf = async (name: string) =>
    (await ada.files()).find(({ path }) => path.includes(name))?.id
  // with the first removal goes whatever other tests have left, too
  await remove('/api/rag/files/{me}', { fileIds: [await idOf('first')] })
  const words = ['zanthorpebird', 'flummadoord', 'quixotbard']
  expect(await holding(...words)).not.toEqual([])
  const before = await vectors()

  const fileIds = [await idOf('quixotbard')]
  expect((await remove('/api/rag/files/{me}', { fileIds })).status).toBe(200)

  expect(await holding(...words)).toEqual([])
  expect(await vectors()).toBe(before - 1)
})

it('leaves nothing of words that a file does not have any more', async () => {
  await ada.upload([['plans/other.md', 'The brimblewick costs more than the tarradidd.']])

  await ada.upload([['plans/other.md', 'Something else again.']])

  expect(await holding('brimblewick', 'tarradidd')).toEqual([])
})

it('leaves nothing of a folder that is removed', async () => {
  await ada.upload([['secrets/snollygard.md', 'The widdershord meets a snollygard.']])
  const folder = (await ada.folders()).find(({ name }) => name === 'secrets')

  expect((await remove(`/api/rag/folders/{me}/${folder?.id}`)).status).toBe(200)

  expect(await holding('snollygard', 'widdershord')).toEqual([])
})

it('leaves nothing of a chat that is deleted, however long it was', async () => {
  const chats = ['kept', 'gone'].map((name) => `${ada.caller.account.id}_${name}`)
  for (const [at, chat] of chats.entries()) {
    const word = ['cattywamp', 'bumfuzzord'][at]
    // the first message becomes the title
    await ada.ask('Good day', chat)
    for (let turn = 1; turn <= 8; turn++) {
      await ada.ask(`Turn ${turn} is ${word}: ${'some words of the manual. '.repeat(150)}`, chat)
    }
  }
  const index = (names: readonly string[]) => names.filter((name) => name.includes('index.sqlite'))
  expect(index(await holding('bumfuzzord'))).toHaveLength(1)

  expect((await remove(`/api/chatbot/{me}/${chats[1]}`)).status).toBe(200)

  expect(await holding('bumfuzzord')).toEqual([])
  expect(index(await holding('cattywamp'))).toHaveLength(1)
}, 60_000)
