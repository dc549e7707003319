import { expect, it } from 'vitest'
import { Retrieval, type RetrievalParts } from './retrieval.ts'

/** Parts that say what they were asked, and whether they were closed. */
function parts(heard: string[]): RetrievalParts {
  const heardAs = (name: string) =>
    new Proxy(
      {},
      {
        get: (_, call) =>
          call === 'then' ? undefined : async () => void heard.push(`${name}.${String(call)}`),
      },
    )
  const all = new Map<string | symbol, unknown>([
    ['embed', async () => null],
    ['spoolFolder', '/nowhere'],
  ])
  for (const name of ['folders', 'reader', 'index', 'realtime', 'log']) all.set(name, heardAs(name))
  return Object.fromEntries(all) as unknown as RetrievalParts
}

it('opens once, for the calls that come first', async () => {
  const heard: string[] = []
  let opened = 0
  const retrieval = new Retrieval(async () => {
    opened += 1
    return parts(heard)
  })
  expect(opened).toBe(0)

  await Promise.all([retrieval.forgetTurns('ada'), retrieval.findPassages('ada', 'where?')])
  await retrieval.close()

  expect(opened).toBe(1)
  expect(heard.slice(0, 3).sort()).toEqual([
    'folders.hasFolders',
    'folders.homeOf',
    'index.forgetTurns',
  ])
  expect(heard.slice(3)).toEqual(['reader.close', 'folders.close', 'index.close'])
})

it('closes without opening', async () => {
  let opened = 0
  const retrieval = new Retrieval(async () => {
    opened += 1
    return parts([])
  })

  await retrieval.close()

  expect(opened).toBe(0)
})

it('tries again where opening has failed', async () => {
  const heard: string[] = []
  let isReadable = false
  const retrieval = new Retrieval(async () => {
    if (!isReadable) throw new Error('no such disk')
    return parts(heard)
  })

  await expect(retrieval.forgetTurns('ada')).rejects.toThrow('no such disk')
  isReadable = true
  await retrieval.forgetTurns('ada')

  expect(heard).toContain('index.forgetTurns')
})
